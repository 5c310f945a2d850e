import type { DeploymentAccess } from '#access'
import type { Remote } from '#adapters/git'
import type { Context } from '#context'
import { findDeployBranch, headRef, insertBranch, nameTaken, requireBranchName, requireRoom } from '#domains/modeling/branches'
import { fetchBranches } from './fetch-branches.ts'

/** Makes a shared branch of one that only the remote has. */
export const pullNewBranch = async (
  context: Context,
  { access, remote }: { access: DeploymentAccess; remote: Remote },
  sent: string,
): Promise<void> => {
  const name = requireBranchName(sent)
  await fetchBranches(context, access, remote, [name], (fetched) =>
    context.repositories.write(context, access, async (edit) => {
      if (edit.state.refs[headRef({ name })]) throw nameTaken(name)
      await fetched.bringInto(edit)
      edit.setRef(headRef({ name }), fetched.heads.get(name) ?? null)
    }),
  )
  const { db } = context
  await requireRoom(db, access)
  const parentId = (await findDeployBranch(db, access))?.id ?? null
  await insertBranch(db, access, { name, kind: 'shared', parentId, principalId: null, isOwnFork: false, expiresInSeconds: null })
}
