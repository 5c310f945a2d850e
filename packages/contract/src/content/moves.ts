import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, schema, type Static, Type } from '../schema.ts'
import { alsoForCreators, contentCommon, contentLimits, FolderIdOrRoot, itemRef, WorkspaceItemRefInput } from './item-parts.ts'
import { AccessEntry, AccessGrantee, AccessLevel } from './policy-parts.ts'

const Count = Type.Integer({ minimum: 0 })

const Held = schema('MovedAccess', {
  level: AccessLevel,
  because: Type.Array(AccessEntry, { description: 'What decides; empty for none.' }),
})

const AccessChange = schema('MovedAccessChange', { grantee: AccessGrantee, before: Held, after: Held })
export type AccessChange = Static<typeof AccessChange>

const PreviewedMove = schema('PreviewedMove', {
  ...itemRef,
  name: Type.String(),
  isMoved: Type.Boolean({ description: 'False where it lies there already.' }),
  gaining: Type.Integer({ minimum: 0, description: 'How many grantees would have more than now, those that are not listed among them.' }),
  losing: Count,
  changes: Type.Array(AccessChange, { maxItems: contentLimits.movedGrantees }),
})
export type PreviewedMove = Static<typeof PreviewedMove>

const exampleOn = { type: 'FOLDER', id: 2001, name: 'Finance' } as const
const exampleGroup = { kind: 'group', id: 51, name: 'premium' } as const

export const previewContentMove = operation({
  ...contentCommon,
  id: 'previewContentMove',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/content/moves/preview',
  tag: 'Workspace',
  summary: 'Say who would see more and who less, were items moved to a folder or to the root',
  description: alsoForCreators(
    'Nothing is moved. Needs what moveWorkspaceObject and bulkMoveWorkspaceObjects need, and full access to each item, as explainContentAccess does; an item that could not be moved is in `failed`, with the status and message that the move would have. ' +
      'All are looked at as they lie now and as they would once all of them were moved. A grantee is a user, a group, the whole organisation, an embed tenant or all embed users: whoever owns or was granted something on the way from the item to the root, before or after. ' +
      'For a user the groups count too, and for a user and a group what the organisation has. It is what grants give: roles cap it as ever, administrators have everything either way, and members of groups are not listed one by one. ' +
      `What lies in a folder or a workbook has the same change where nothing nearer says otherwise. ${contentLimits.movedGrantees} changes an item are listed, and all are counted. Where the caller would no longer have full access, those who come in by the new place are counted and not listed, and \`because\` of \`after\` is empty.`,
  ),
  params: DeploymentParams,
  body: schema('PreviewContentMoveInput', {
    items: Type.Array(WorkspaceItemRefInput, { minItems: 1, maxItems: contentLimits.bulkItems }),
    folderId: Maybe(FolderIdOrRoot),
  }),
  returns: schema('PreviewContentMoveResponse', {
    items: Type.Array(PreviewedMove),
    failed: Type.Array(
      schema('WorkspaceBulkFailure', {
        ...itemRef,
        error: schema('BulkActionError', { status: Type.Integer(), message: Type.String() }),
      }),
    ),
  }),
  failures: ['deployment_not_found'],
  action: 'AIBIView',
  skipsAutomaticAudit: true,
  own: true,
  example: {
    params: { deploymentId: 1042 },
    body: { items: [{ type: 'WORKBOOK', id: 2101 }], folderId: 2001 },
    returns: {
      items: [
        {
          type: 'WORKBOOK',
          id: 2101,
          name: 'Revenue',
          isMoved: true,
          gaining: 1,
          losing: 0,
          changes: [
            {
              grantee: exampleGroup,
              before: { level: 'none', because: [] },
              after: {
                level: 'view',
                because: [{ grantee: exampleGroup, level: 'view', through: 'grant', on: exampleOn, isInherited: true, isDeciding: true }],
              },
            },
          ],
        },
      ],
      failed: [],
    },
  },
})
