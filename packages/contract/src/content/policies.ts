import { deploymentPolicyActions } from '../actions.ts'
import { operation } from '../operation.ts'
import { Id, Maybe, Nullable, schema, Type } from '../schema.ts'
import { contentCommon, contentLimits, ContentParams } from './item-parts.ts'
import { ContentAccess, PolicyAction, ResourcePolicy, ResourceType } from './policy-parts.ts'

const ResourcePolicies = schema('ResourcePoliciesResponse', {
  items: Type.Array(ResourcePolicy),
  data: Type.Array(ResourcePolicy, { description: 'The same as `items`, for older clients.' }),
})

const examplePolicy: ResourcePolicy = {
  resourceType: 'Workbook',
  resourceId: 2101,
  action: 'WorkbookEdit',
  isInherited: false,
  isOrganization: false,
  userId: 8,
  user: { id: 8, email: 'bob@example.com', firstName: 'Bob' },
}
const exampleGroupPolicy: ResourcePolicy = {
  ...examplePolicy,
  action: 'WorkbookRead',
  userId: null,
  user: null,
  groupId: 51,
  group: { id: 51, name: 'premium', isSystem: false },
}
const examplePolicies = { items: [examplePolicy], data: [examplePolicy] }

const resource = { resourceType: ResourceType, resourceId: Id }
const common = {
  database: 'whole',
  locks: 'content',
  tag: 'Resource Policies',
  action: 'AIBIView',
  reach: 'caller',
  credentials: ['api_key', 'embed'],
  own: true,
} as const
const notFound = ['folder_not_found', 'workbook_not_found', 'report_not_found', 'dashboard_not_found', 'deployment_not_found'] as const
const refusals = [...notFound, 'item_access_denied', 'resource_type_unsupported'] as const
const grantRefusals = [...refusals, 'policy_action_invalid', 'grant_limit'] as const
const kinds = ['folder', 'workbook', 'report', 'dashboard', 'deployment'] as const

const rules =
  'Of Folder, ReportFolder (which is Folder), Workbook, Report, Dashboard and Deployment; others are refused. Needs full access to the item, of a dashboard to its workbook, and the action All on a deployment. In a deployment that the credential reaches; with an embed token in creator mode in the workspace of its embed tenant. '

export const listResourcePolicies = operation({
  ...common,
  id: 'listResourcePolicies',
  method: 'GET',
  path: '/api/v1/resource-policies',
  summary: 'List what an item is shared with, by itself and through its workbook and folders',
  description: `${rules}Those of the item first, then inherited ones from the nearest on. An owner is not listed: ownership is no grant. A key that names embed tenants is shown no others.`,
  query: Type.Object(resource),
  returns: ResourcePolicies,
  failures: refusals,
  example: { query: { resourceType: 'Workbook', resourceId: 2101 }, returns: examplePolicies },
})

const grantRules =
  `${rules}FolderRead, WorkbookRead and ReportRead are view, Edit is edit, Manage is full; a dashboard has EmbedDashboardRead, which shows it and nothing of its workbook. ` +
  `A deployment has ${Object.keys(deploymentPolicyActions).join(', ')}, which add to what roles allow; each includes DeploymentRead, and SchemaUpdate the other Schema actions. One grant for each user or group, replaced by the next; ` +
  `without an action it is cleared. ${contentLimits.grants} grants an item at most. The nearest grant decides: one on a folder is not seen where a nearer one speaks of the same caller. `

export const setUserPolicy = operation({
  ...common,
  id: 'setUserPolicy',
  method: 'PUT',
  path: '/api/v1/resource-policies/user',
  summary: 'Share an item with a user or with the whole organization, or end that',
  description:
    `${grantRules}\`userId: null\` is the whole organization, which gives everybody at least that level and lowers nobody. Without \`userId\` the request returns \`grantee_required\`, so that a user id that was lost on the way never shares with everybody. A user or service account of the tenant, of whom only the id is told to whoever is no administrator of the tenant; ` +
    'for a creator, a user of the same embed tenant, with whom a dashboard alone is not shared: share its workbook. An owner keeps full access whatever is granted.',
  body: schema('SetUserPolicyInput', {
    ...resource,
    userId: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'A user or service account; null is the whole organization.',
        }),
      ),
    ),
    action: Maybe(PolicyAction),
  }),
  returns: ResourcePolicies,
  failures: [...grantRefusals, 'grantee_required', 'user_not_found'],
  audit: [...kinds, 'user', 'service_account', 'external_user'],
  example: { body: { resourceType: 'Workbook', resourceId: 2101, userId: 8, action: 'WorkbookEdit' }, returns: examplePolicies },
})

export const setGroupPolicy = operation({
  ...common,
  id: 'setGroupPolicy',
  method: 'PUT',
  path: '/api/v1/resource-policies/group',
  summary: 'Share an item with a group, or end that',
  description:
    `${grantRules}A tenant-wide group; for a creator, a group of the same embed tenant. A caller of the console may also name the groups of the platform, to view and nothing more: that of an embed tenant by the id of the embed tenant, ` +
    'that of all embed users by the id of the tenant, as getEmbedAccess shows them. Whoever is no administrator of the tenant names embed tenants so that the item is shared with already, and others by name at updateEmbedAccess. ' +
    'A key that names embed tenants is held to these, and kept from all embed users. A dashboard alone is not shared with groups of the platform: share its workbook.',
  body: schema('SetGroupPolicyInput', { ...resource, groupId: Id, action: Maybe(PolicyAction) }),
  returns: ResourcePolicies,
  failures: [...grantRefusals, 'group_not_found', 'system_group_view_only'],
  audit: [...kinds, 'group', 'embed_tenant'],
  example: {
    body: { resourceType: 'Workbook', resourceId: 2101, groupId: 51, action: 'WorkbookRead' },
    returns: { items: [exampleGroupPolicy], data: [exampleGroupPolicy] },
  },
})

const examplePlaces = { type: 'WORKBOOK', id: 2101, name: 'Revenue' } as const
const exampleEntry = {
  grantee: { kind: 'user', id: 8, name: 'bob@example.com' },
  level: 'edit',
  through: 'grant',
  on: examplePlaces,
  isInherited: false,
  isDeciding: true,
} as const

export const explainContentAccess = operation({
  ...contentCommon,
  id: 'explainContentAccess',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/content/{type}/{id}/access',
  tag: 'Workspace',
  summary: 'Say who can do what to a folder, workbook or report, and through which grant',
  description:
    'Needs full access. An item is looked at with its workbook and the folders above, the nearest first: owning a place counts as full there, and of grants to a user and to their groups the highest; the nearest place that says anything about the user decides. ' +
    'Apart from that, the nearest grant to the whole organisation; the higher of both holds. What the roles of the user hold caps it. Administrators, of the tenant or of the deployment, have full access to everything of the console’s workspace. With `userId`, the answer for that user or service account; ' +
    'for a creator, a user of the same embed tenant. With an embed token: a creator-mode session of an embed tenant; any other is refused.',
  params: ContentParams,
  query: Type.Object({ userId: Type.Optional(Id) }),
  returns: ContentAccess,
  failures: ['deployment_not_found', 'folder_not_found', 'workbook_not_found', 'report_not_found', 'item_access_denied', 'user_not_found'],
  action: 'AIBIView',
  own: true,
  example: {
    params: { deploymentId: 1042, type: 'WORKBOOK', id: 2101 },
    query: { userId: 8 },
    returns: {
      ...examplePlaces,
      embedTenantName: null,
      chain: [examplePlaces],
      entries: [exampleEntry],
      subject: { userId: 8, level: 'edit', isAdministrator: false, isCappedByRole: false, because: [exampleEntry] },
    },
  },
})
