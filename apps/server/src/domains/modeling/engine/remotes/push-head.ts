import type { DeploymentAccess } from '#access'
import { isAncestor } from '#adapters/git'
import type { Edit, Repository } from '../repositories/index.ts'
import type { PushingContext } from './remote-context.ts'
import type { Committed, Db } from '#db'
import { Failure } from '#kernel/failure'
import type { ConnectedRemote } from './open-remote.ts'
import { findPush, recordPushed } from './push-queries.ts'
import { requireSameRemote, requireStillSameRemote } from './remote-queries.ts'
import { findRemoteHead, remoteRef } from './remote-rules.ts'

export type Pushed = { isPushed: boolean; lastHash: string }

const moved = (branch: { name: string }): Failure =>
  new Failure(
    'remote_moved',
    `The branch "${branch.name}" of the remote has commits that are not here. Pull it, then push again. Nothing was overwritten.`,
  )

const isRemoteMoved = (error: unknown): boolean => error instanceof Failure && error.code === 'remote_moved'

/** What a database asks for that must not be served is not to be done: it may be a copy, and the remote is that of the original. */
const requireServing = async ({ servingProblem }: PushingContext): Promise<void> => {
  if ((await servingProblem()) !== null)
    throw new Failure('service_unavailable', 'The service is not ready. Repeat the request in a moment.', { retryAfterSeconds: 5 })
}

const send = async (
  context: PushingContext,
  access: DeploymentAccess,
  remote: ConnectedRemote,
  repository: Pick<Repository, 'state' | 'gitDir'>,
  branch: { name: string },
): Promise<Pushed> => {
  const head = repository.state.refs[`heads/${branch.name}`]
  if (!head) throw new Failure('branch_not_found', `The branch "${branch.name}" was just removed.`)
  const readRemoteHead = async () => findRemoteHead(await context.remotes.listBranches(remote, context.signal), branch)
  const theirs = await readRemoteHead()
  if (theirs === head) return { isPushed: false, lastHash: head }
  const { gitDir } = repository
  // What was looked at is what the push expects: whoever is quicker makes it fail, and nothing that is not ours is lost.
  if (theirs !== null && !(await isAncestor(gitDir, theirs, head, context.signal))) throw moved(branch)
  await requireServing(context)
  // After the head was read, and as late as can be: what was committed for another remote is in no head that was read before this.
  await context.read((db) => requireStillSameRemote(db, access, remote))
  try {
    await context.remotes.pushTo(remote, {
      gitDir,
      updates: [{ branch: branch.name, sha: head, expected: theirs }],
      signal: context.signal,
    })
  } catch (error) {
    // Another node may have pushed the same just now.
    if (isRemoteMoved(error) && (await readRemoteHead()) === head) return { isPushed: false, lastHash: head }
    throw error
  }
  return { isPushed: true, lastHash: head }
}

/**
 * Pushes the head of a branch, which only ever adds to what the remote has, and notes that it is there. The push itself is not
 * part of any transaction: when the process dies behind it, a repetition finds the remote where it should be and makes the note.
 */
export const pushHead = async <A>(
  context: PushingContext,
  access: DeploymentAccess,
  remote: ConnectedRemote,
  branch: { id: number; name: string },
  conclude: (db: Db, pushed: Pushed) => Promise<A>,
): Promise<Committed<A>> => {
  // Looked at before the head is: what is asked for after this is not what goes there now.
  const row = await context.read((db) => findPush(db, access, branch.id))
  const { connectionId } = remote
  const requests = row?.connection_id === connectionId ? row.requests : 0
  const pushed = await context.repositories.read(context, access, (repository) => send(context, access, remote, repository, branch))
  const note = async (edit: Edit): Promise<void> => {
    if (edit.state.refs[`heads/${branch.name}`]) edit.setRef(remoteRef(branch), pushed.lastHash)
  }
  try {
    return await context.repositories.write(context, access, note, async (db) => {
      await requireSameRemote(db, access, remote)
      await recordPushed(db, access, branch.id, { connectionId, requests, lastHash: pushed.lastHash })
      return conclude(db, pushed)
    })
  } catch (error) {
    // Whatever kept it from being noted, that it was pushed to is to be found. A note that is still to be made the next attempt makes.
    if (!pushed.isPushed) throw error
    return context.effect((db) => conclude(db, pushed))
  }
}
