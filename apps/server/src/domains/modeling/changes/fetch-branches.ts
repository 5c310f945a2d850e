import type { DeploymentAccess } from '#access'
import { isComplete, type Remote } from '#adapters/git'
import { type Edit, type Incoming, remoteRef } from '#engine/modeling'
import type { ReadingContext } from '#context'
import { Failure } from '#kernel/failure'
import { requireFitContent } from './fetched-content.ts'

/** Heads of branches as the remote has them, with all that belongs to them at hand. */
export type Fetched = {
  heads: ReadonlyMap<string, string>
  /**
   * Brings the objects into a change and notes where the remote has each branch. Says of each whether the note is as it was
   * before the fetch: then nothing was pushed meanwhile, and what was fetched is the newest.
   */
  bringInto: (edit: Edit) => Promise<(branch: { name: string }) => boolean>
}

const isNewest = (incoming: Incoming, edit: Edit, branch: { name: string }): boolean =>
  incoming.state.refs[remoteRef(branch)] === edit.state.refs[remoteRef(branch)]

/** Fetches branches beside the repository, where others go on working, checks what came, and hands it to the work. */
export const fetchBranches = <T>(
  context: ReadingContext,
  access: DeploymentAccess,
  remote: Remote,
  names: readonly string[],
  work: (fetched: Fetched) => Promise<T>,
): Promise<T> =>
  context.repositories.gather(context, access, async (incoming) => {
    const { gitDir } = incoming
    const arrived = await context.remotes.fetchInto(remote, { gitDir, branches: names, namespace: 'refs/fetched/', signal: context.signal })
    const heads = new Map(arrived.map(({ name, sha }) => [name, sha]))
    for (const head of new Set(heads.values())) await requireFitContent(gitDir, head, context.signal)
    return work({
      heads,
      bringInto: async (edit) => {
        await incoming.bringInto(edit)
        const known = Object.values(edit.state.refs)
        for (const [name, head] of heads) {
          // The copy that was fetched beside may have held more than the repository does.
          if (!(await isComplete(edit.newGitDir, head, known, context.signal)))
            throw new Failure('service_unavailable', `The data model changed while "${name}" was fetched. Repeat the request.`, {
              retryAfterSeconds: 1,
            })
          if (isNewest(incoming, edit, { name })) edit.setRef(remoteRef({ name }), head)
        }
        return (branch) => isNewest(incoming, edit, branch)
      },
    })
  })
