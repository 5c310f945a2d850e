import type { getDeployment as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { getDeploymentRow } from './deployment-queries.ts'
import { deploymentView } from './deployment-view.ts'

export const getDeployment: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  return deploymentView(await getDeploymentRow(context.db, access), context.origin)
}
