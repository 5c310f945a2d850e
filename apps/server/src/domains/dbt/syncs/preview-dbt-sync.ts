import type { previewDbtSync as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { audited } from '#kernel/audit'
import { requestSync } from './request-sync.ts'

export const previewDbtSync: Handler<typeof contract> = async ({ params, body }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const { syncId, workflowId, branchName } = await requestSync(context, access, { ...body, isPreview: true })
  return audited({ syncJobId: String(syncId), workflowId, branchName }, [{ kind: 'dbt_sync', id: syncId, did: 'created' }])
}
