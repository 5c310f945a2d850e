import type { resetCreationStep as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { setCreationStep } from './deployment-queries.ts'
import { deploymentView } from './deployment-view.ts'

export const resetCreationStep: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  return deploymentView(await setCreationStep(context.db, access, 'project'), context.origin)
}
