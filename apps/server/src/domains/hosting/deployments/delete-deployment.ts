import type { deleteDeployment as contract } from '@facet/contract'
import { endSessions, requireDeployment } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { removeDeployment } from './deployment-queries.ts'

export const deleteDeployment: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  await removeDeployment(context.db, access)
  // Its tokens stand on nothing now; the mark makes every process that knows one forget it.
  await endSessions(context.db, access, 'deployment', [params.deploymentId])
  return audited({ success: true }, [{ kind: 'deployment', id: params.deploymentId, did: 'deleted' }])
}
