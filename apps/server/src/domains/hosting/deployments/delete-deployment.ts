import type { deleteDeployment as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { removeDeployment } from './deployment-queries.ts'

export const deleteDeployment: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  await removeDeployment(context.db, access)
  return { success: true }
}
