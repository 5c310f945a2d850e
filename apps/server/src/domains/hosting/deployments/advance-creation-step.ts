import type { advanceCreationStep as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { setCreationStep } from './deployment-queries.ts'
import { deploymentView } from './deployment-view.ts'

export const advanceCreationStep: Handler<typeof contract> = async ({ params, body }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const row = await setCreationStep(context.db, access, body.creationStep)
  return audited(deploymentView(row, context.origin), [{ kind: 'deployment', id: row.id, did: 'updated' }])
}
