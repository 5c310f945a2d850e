import type { DeploymentAccess } from '#access'
import { findMergeBase } from '#adapters/git'
import {
  type ConnectedRemote,
  type Edit,
  findPush,
  headRef,
  heldBackCause,
  makePushesDue,
  type Person,
  remoteRef,
  requestPush,
  requireSameRemote,
} from '#engine/modeling'
import type { ChangingContext } from '#context'
import type { Committed, Db } from '#db'
import { getHead } from '#domains/modeling/branches'
import { fetchBranches } from './fetch-branches.ts'
import { fastForwardOrMerge } from './fast-forward-or-merge.ts'

type Named = { id: number; name: string }
type Heads = { ours: string; theirs: string }
type Signalled = Pick<ChangingContext, 'signal'>
/** From where, what, whose the merges are that it takes, and whether the remote asked for it rather than somebody here. */
type Pulling = { remote: ConnectedRemote; branches: readonly Named[]; author: Person; isNotice: boolean }

const cure = 'Create a branch from this one, push that, merge the two at the git host, and pull again.'

/** The commit a data model begins with, which nobody made and which nothing of the remote can follow from. */
const isFounding = async (context: Signalled, edit: Edit, { ours, theirs }: Heads): Promise<boolean> => {
  const { content } = await edit.newObjects.read(ours)
  const isFirst = !/^parent /m.test(content.toString('utf8').split('\n\n', 1)[0] ?? '')
  return isFirst && (await findMergeBase(edit.newGitDir, ours, theirs, context.signal)) === undefined
}

/** Whether the branch has nothing that the remote did not give it: then it goes where the remote goes, whatever happened there. */
const isFollower = async (context: Signalled, edit: Edit, branch: Named, heads: Heads): Promise<boolean> => {
  const last = edit.state.refs[remoteRef(branch)]
  return last === undefined ? isFounding(context, edit, heads) : last === heads.ours
}

type Moved = { id: number; isMerged: boolean }

/**
 * What the remote was ahead by is here now, so what could not be pushed for that can be. A merge is a change of the branch as any other:
 * the remote is to have it. Nothing is said of branches that did not move: notices come as often as the remote likes. Nor does a notice let go
 * what was held back after a restore.
 */
const pushAgain = async (
  db: Db,
  { requestId }: ChangingContext,
  access: DeploymentAccess,
  moved: readonly Moved[],
  isNotice: boolean,
): Promise<void> => {
  const isHeldBack = async (id: number): Promise<boolean> => isNotice && (await findPush(db, access, id))?.cause === heldBackCause
  for (const { id, isMerged } of moved) if (isMerged && !(await isHeldBack(id))) await requestPush(db, access, id, requestId)
  await makePushesDue(
    db,
    access,
    moved.map(({ id }) => id),
  )
}

/** Brings shared branches up to what the remote has, in one change; tells what follows whether any moved. */
export const pullFromRemote = <A>(
  context: ChangingContext,
  access: DeploymentAccess,
  { remote, branches, author, isNotice }: Pulling,
  conclude: (db: Db, hasMoved: boolean) => Promise<A>,
): Promise<Committed<A>> => {
  const names = branches.map(({ name }) => name)
  return fetchBranches(context, access, remote, names, (fetched) => {
    const takeAll = async (edit: Edit): Promise<Moved[]> => {
      const isNewest = await fetched.bringInto(edit)
      const moved: Moved[] = []
      for (const branch of branches) {
        const theirs = fetched.heads.get(branch.name)
        if (theirs === undefined) continue
        const ours = getHead(edit, branch)
        if (isNewest(branch) && (await isFollower(context, edit, branch, { ours, theirs }))) {
          edit.setRef(headRef(branch), theirs)
          if (ours !== theirs) moved.push({ id: branch.id, isMerged: false })
          continue
        }
        const source = { name: `${branch.name} of the remote` }
        const taken = await fastForwardOrMerge(context, edit, { source, theirs, target: branch, author, cure })
        if (taken !== 'unchanged') moved.push({ id: branch.id, isMerged: taken === 'merged' })
      }
      return moved
    }
    return context.repositories.write(context, access, takeAll, async (db, moved) => {
      await requireSameRemote(db, access, remote)
      await pushAgain(db, context, access, moved, isNotice)
      return conclude(db, moved.length > 0)
    })
  })
}
