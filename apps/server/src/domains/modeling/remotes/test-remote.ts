import type { testRemote as contract } from '@facet/contract'
import type { Handler } from '#context'
import { look } from '#domains/modeling/branches'
import { requireRemote } from '#domains/modeling/connected-remote'
import { Failure } from '#failure'

export const testRemote: Handler<typeof contract> = async ({ params }, context) => {
  const access = await look(context, params.deploymentId, async (_db, proof) => proof)
  const remote = await requireRemote(context, access)
  try {
    const { branches } = await context.remotes.listBranches(remote)
    return { isReachable: true, message: 'Repository is reachable', branches: branches.map(({ name }) => name) }
  } catch (error) {
    if (!(error instanceof Failure && error.code.startsWith('remote_'))) throw error
    return { isReachable: false, message: error.message, cause: error.code, branches: [] }
  }
}
