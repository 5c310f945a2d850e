import type { stopDevMode as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { leaveBranch } from './branch-queries.ts'

export const stopDevMode: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  await leaveBranch(context.db, access)
  return { success: true }
}
