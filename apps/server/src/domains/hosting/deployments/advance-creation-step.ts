import type { advanceCreationStep as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { setCreationStep } from './deployment-queries.ts'
import { deploymentView } from './deployment-view.ts'

export const advanceCreationStep: Handler<typeof contract> = async ({ params, body }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  return deploymentView(await setCreationStep(context.db, access, body.creationStep), context.origin)
}
