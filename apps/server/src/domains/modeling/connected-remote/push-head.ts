import type { DeploymentAccess } from '#access'
import { isAncestor, type Remote } from '#adapters/git'
import type { Edit, Repository } from '#authoring'
import type { ChangingContext, ReadingContext } from '#context'
import type { Committed, Db } from '#db'
import { Failure } from '#failure'
import type { ConnectedRemote } from './open-remote.ts'
import { requireSameRemote } from './remote-queries.ts'
import { findRemoteHead, remoteRef } from './remote-rules.ts'

export type Pushed = { isPushed: boolean; lastHash: string }

const moved = (branch: { name: string }): Failure =>
  new Failure(
    'remote_moved',
    `The branch "${branch.name}" of the remote has commits that are not here. Pull it, then push again. Nothing was overwritten.`,
  )

const send = async (context: ReadingContext, remote: Remote, repository: Repository, branch: { name: string }): Promise<Pushed> => {
  const head = repository.state.refs[`heads/${branch.name}`]
  if (!head) throw new Failure('branch_not_found', `The branch "${branch.name}" was removed just now.`)
  const theirs = findRemoteHead(await context.remotes.listBranches(remote), branch)
  if (theirs === head) return { isPushed: false, lastHash: head }
  const { gitDir } = repository
  // What was looked at is what the push expects: whoever is quicker makes it fail, and nothing that is not ours is lost.
  if (theirs !== null && !(await isAncestor(gitDir, theirs, head, context.signal))) throw moved(branch)
  await context.remotes.pushTo(remote, {
    gitDir,
    updates: [{ branch: branch.name, sha: head, expected: theirs }],
    signal: context.signal,
  })
  return { isPushed: true, lastHash: head }
}

/**
 * Pushes the head of a branch, which only ever adds to what the remote has, and notes that it is there. The push itself is not
 * part of any transaction: when the process dies behind it, a repetition finds the remote where it should be and makes the note.
 */
export const pushHead = async <A>(
  context: ChangingContext,
  access: DeploymentAccess,
  remote: ConnectedRemote,
  branch: { name: string },
  conclude: (db: Db, pushed: Pushed) => Promise<A>,
): Promise<Committed<A>> => {
  const pushed = await context.repositories.read(context, access, (repository) => send(context, remote, repository, branch))
  const note = async (edit: Edit): Promise<void> => {
    if (edit.state.refs[`heads/${branch.name}`]) edit.setRef(remoteRef(branch), pushed.lastHash)
  }
  return context.repositories.write(context, access, note, async (db) => {
    await requireSameRemote(db, access, remote)
    return conclude(db, pushed)
  })
}
