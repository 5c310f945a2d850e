import type { resetCreationStep as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { setCreationStep } from './deployment-queries.ts'
import { deploymentView } from './deployment-view.ts'

export const resetCreationStep: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const row = await setCreationStep(context.db, access, 'project')
  return audited(deploymentView(row, context.origin), [{ kind: 'deployment', id: row.id, did: 'updated' }])
}
