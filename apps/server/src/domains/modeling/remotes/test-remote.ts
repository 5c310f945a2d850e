import type { Static, testRemote as contract } from '@facet/contract'
import type { Remote } from '#adapters/git'
import { audited } from '#kernel/audit'
import type { Handler, ReadingContext } from '#context'
import { readWithAccess } from '#domains/modeling/branches'
import { requireRemote } from '#engine/modeling'
import { Failure } from '#kernel/failure'

type TestRemoteResponse = Static<(typeof contract)['returns']>

export const testRemote: Handler<typeof contract> = async ({ params }, context) => {
  const access = await readWithAccess(context, params.deploymentId, async (_db, proof) => proof)
  const remote = await requireRemote(context, access)
  const found = await reach(context, remote)
  return context.effect(async () => audited(found, [{ kind: 'remote', id: access.deploymentId, did: 'tested' }]))
}

const reach = async ({ remotes }: ReadingContext, remote: Remote): Promise<TestRemoteResponse> => {
  try {
    const { branches } = await remotes.listBranches(remote)
    return { isReachable: true, message: 'Repository is reachable', branches: branches.map(({ name }) => name) }
  } catch (error) {
    if (!(error instanceof Failure && error.code.startsWith('remote_'))) throw error
    return { isReachable: false, message: error.message, cause: error.code, branches: [] }
  }
}
