import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Id, Maybe, Nullable, schema, type Static, Type } from '../schema.ts'
import { WorkspaceItemRef } from './item-parts.ts'

const Count = Type.Integer({ minimum: 0 })

export const ContentTransfer = schema('ContentTransfer', {
  isDryRun: Type.Boolean(),
  folders: Count,
  workbooks: Count,
  reports: Count,
  sample: Type.Array(WorkspaceItemRef, { maxItems: 100, description: 'The first of them, by id.' }),
})
export type ContentTransfer = Static<typeof ContentTransfer>

export const transferContent = operation({
  id: 'transferContent',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/content/transfer',
  tag: 'Workspace',
  summary: 'Hand everything that a user owns in a deployment to another user',
  description:
    'Administrators, of the tenant or of the deployment. Folders, workbooks and reports of the console’s workspace change their owner, all or nothing; places, grants, `createdBy` and `updatedAt` stay, and the former owner has what grants give. ' +
    '`fromUserId: null` are the items that nobody owns, since their owner was deleted; the id of one who was deleted are those that they left. Both are users or service accounts of the tenant; the receiver must be active. With `dryRun` nothing changes. Repeating finds nothing left.',
  params: DeploymentParams,
  body: schema('TransferContentInput', { fromUserId: Nullable(Id), toUserId: Id, dryRun: Maybe(Type.Boolean()) }),
  returns: ContentTransfer,
  failures: ['deployment_not_found', 'user_not_found', 'transfer_to_self'],
  action: 'All',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['user', 'service_account', 'deployment'],
  own: true,
  example: {
    params: { deploymentId: 1042 },
    body: { fromUserId: 8, toUserId: 7, dryRun: true },
    returns: { isDryRun: true, folders: 1, workbooks: 2, reports: 5, sample: [{ type: 'WORKBOOK', id: 2101 }] },
  },
})
