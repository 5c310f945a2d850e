import type { deleteDbtIntegration as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { notConfigured, removeIntegration } from '#engine/dbt'

export const deleteDbtIntegration: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  if (!(await removeIntegration(context.db, access))) throw notConfigured()
  return audited({ success: true }, [{ kind: 'dbt_integration', id: access.deploymentId, did: 'deleted' }])
}
