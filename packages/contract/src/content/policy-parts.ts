import { type DeploymentPolicyAction, deploymentPolicyActions } from '../actions.ts'
import { Id, Maybe, Nullable, OneOf, schema, type Static, Type } from '../schema.ts'
import { WorkspaceItemType } from './item-parts.ts'

export const AccessLevel = OneOf('AccessLevel', ['none', 'view', 'edit', 'full'])
export type AccessLevel = Static<typeof AccessLevel>

/** Those of the reference. */
export const ResourceType = OneOf('ResourceType', [
  'Global',
  'Deployment',
  'Report',
  'ReportFolder',
  'Agent',
  'AgentSpace',
  'Workbook',
  'Dashboard',
  'Folder',
  'ChatThread',
])
export type ResourceType = Static<typeof ResourceType>

/** What can be granted on an item: view, edit and full by the name of the action; on a dashboard to see it; on a deployment what one may do to it. */
export const PolicyAction = OneOf('PolicyAction', [
  'FolderRead',
  'FolderEdit',
  'FolderManage',
  'WorkbookRead',
  'WorkbookEdit',
  'WorkbookManage',
  'ReportRead',
  'ReportEdit',
  'ReportManage',
  'EmbedDashboardRead',
  ...(Object.keys(deploymentPolicyActions) as DeploymentPolicyAction[]),
])
export type PolicyAction = Static<typeof PolicyAction>

const PolicyUser = schema('ResourcePolicyUser', {
  id: Id,
  email: Nullable(
    Type.String({ description: 'For administrators of the tenant; null for others, who are told no name and no picture either.' }),
  ),
  firstName: Maybe(Type.String()),
  picture: Maybe(Type.String()),
})

export const ResourcePolicy = schema(
  'ResourcePolicy',
  {
    resourceType: ResourceType,
    resourceId: Type.Integer({ minimum: 1, description: 'What it was granted on: the item itself, its workbook or a folder above.' }),
    action: PolicyAction,
    isInherited: Type.Boolean(),
    isOrganization: Type.Boolean({ description: 'Granted to the whole organisation: in an embed tenant, to all its creators.' }),
    userId: Maybe(Id),
    user: Maybe(PolicyUser),
    groupId: Maybe(Id),
    group: Maybe(
      schema('ResourcePolicyGroup', {
        id: Id,
        name: Type.String({ description: 'Empty for whoever may not list groups.' }),
        isSystem: Type.Boolean(),
      }),
    ),
  },
  { description: 'One grant: to a user, to a group, or to the whole organisation.' },
)
export type ResourcePolicy = Static<typeof ResourcePolicy>

export const AccessGrantee = schema('AccessGrantee', {
  kind: OneOf('AccessGranteeKind', ['user', 'group', 'organization', 'external_user', 'all_embed_users', 'embed_tenant']),
  id: Nullable(Id),
  name: Nullable(
    Type.String({
      description: 'The email of a user, for administrators of the tenant; null for others. Of a group, for whoever may list groups.',
    }),
  ),
})

const place = { type: WorkspaceItemType, id: Id, name: Type.String() }

export const AccessEntry = schema('ContentAccessEntry', {
  grantee: AccessGrantee,
  level: AccessLevel,
  through: OneOf('AccessReason', ['owner', 'grant']),
  on: schema('ContentAccessPlace', place),
  isInherited: Type.Boolean(),
  isDeciding: Type.Boolean({ description: 'False where a nearer one of the same grantee decides instead.' }),
})
export type AccessEntry = Static<typeof AccessEntry>

export const ContentAccess = schema('ContentAccess', {
  ...place,
  embedTenantName: Nullable(Type.String({ description: 'Whose workspace it lies in; null is the console’s.' })),
  chain: Type.Array(schema('ContentAccessPlace', place), { description: 'Where is looked for grants, the nearest first.' }),
  entries: Type.Array(AccessEntry, { description: 'Every owner and grant of the chain, the nearest first. Groups are not taken apart.' }),
  subject: Maybe(
    schema('ContentAccessSubject', {
      userId: Id,
      level: AccessLevel,
      isAdministrator: Type.Boolean(),
      isCappedByRole: Type.Boolean({ description: 'Whether grants would give more than the roles of the user hold.' }),
      because: Type.Array(AccessEntry, { description: 'What decides, empty for administrators and for who has nothing.' }),
    }),
  ),
})
export type ContentAccess = Static<typeof ContentAccess>
