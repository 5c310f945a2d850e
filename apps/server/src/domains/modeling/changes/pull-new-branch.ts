import type { DeploymentAccess } from '#access'
import { type ConnectedRemote, type Edit, headRef, insertBranch, nameTaken, requireRoom, requireSameRemote } from '#engine/modeling'
import type { ChangingContext } from '#context'
import type { Committed, Db } from '#db'
import { findDeployBranch, requireBranchName } from '#domains/modeling/branches'
import { fetchBranches } from './fetch-branches.ts'

/** Makes a shared branch of one that only the remote has. */
export const pullNewBranch = async <A>(
  context: ChangingContext,
  { access, remote }: { access: DeploymentAccess; remote: ConnectedRemote },
  sent: string,
  conclude: () => Promise<A>,
): Promise<Committed<A>> => {
  const name = requireBranchName(sent)
  const insert = async (db: Db): Promise<A> => {
    await requireSameRemote(db, access, remote)
    await requireRoom(db, access)
    const parentId = (await findDeployBranch(db, access))?.id ?? null
    await insertBranch(db, access, { name, kind: 'shared', parentId, principalId: null, isStandalone: false, expiresInSeconds: null })
    return conclude()
  }
  return fetchBranches(context, access, remote, [name], (fetched) => {
    const bring = async (edit: Edit): Promise<void> => {
      if (edit.state.refs[headRef({ name })]) throw nameTaken(name)
      await fetched.bringInto(edit)
      edit.setRef(headRef({ name }), fetched.heads.get(name) ?? null)
    }
    return context.repositories.write(context, access, bring, insert)
  })
}
