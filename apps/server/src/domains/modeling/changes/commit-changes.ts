import type { BranchPush, commitChanges as contract } from '@facet/contract'
import { audited, touchedIn, type Touched } from '#kernel/audit'
import { askForPush, awaitPush, type Edit, headRef } from '#engine/modeling'
import type { ChangingContext, Handler, Input } from '#context'
import type { Committed, Db } from '#db'
import { authorOf, type Branch, type Chosen, getHead, leaveBranch, requireBranch } from '#domains/modeling/branches'
import { acknowledgedIn, requireAcknowledged } from '#domains/modeling/diff'
import { mergeConflict, parentMoved } from './conflict.ts'
import { type Heads, type Merge, mergeHeads, writeMerge } from './merge.ts'
import { pushToRemote } from './remote.ts'
import { requireCommitInto, requireParent } from './target.ts'

type CommitOptions = Input<typeof contract>['body']
type Push = { push?: BranchPush | null }

export const commitChanges: Handler<typeof contract> = async ({ params, body }, context) => {
  const chosen = await requireBranch(context, params.deploymentId, body, 'active')
  const { access, branch } = chosen
  const conclude = async (db: Db, touched: Touched<'branch'>[], pushed: Push) => {
    const left = body.exitDevMode ? await leaveBranch(db, access) : []
    return audited({ success: true, ...pushed }, touchedIn([...touched, ...left], { kind: 'data_model', id: access.deploymentId }))
  }
  if (branch.kind !== 'dev') return pushToRemote(context, chosen, conclude)
  const parent = await requireParent(context, chosen)
  return awaitPush(context, access, parent, await commitToParent(context, chosen, parent, body, conclude))
}

const commitToParent = async <A>(
  context: ChangingContext,
  chosen: Chosen,
  parent: Branch,
  options: CommitOptions,
  conclude: (db: Db, touched: Touched<'branch'>[], pushed: Push) => Promise<A>,
): Promise<Committed<A>> => {
  const { access, settings, branch } = chosen
  requireCommitInto(access, settings, parent)
  const squash = async (edit: Edit): Promise<void> => {
    const heads = { ours: getHead(edit, parent), theirs: getHead(edit, branch) }
    const merge = await mergeHeads(edit, heads, context.signal)
    await requireSettled(edit, merge, heads, { branch, parent, options })
    const head = await writeMerge(edit, { merge, heads, isSquash: true, message: options.message || null, author: authorOf(access) })
    await requireAcknowledged(context, edit, {
      access,
      settings,
      target: parent,
      before: heads.ours,
      after: head,
      acknowledged: acknowledgedIn(options),
    })
    edit.setRef(headRef(parent), head)
    // Nothing is pending any more: the personal branch goes on from what it has just become.
    edit.setRef(headRef(branch), head)
  }
  return context.repositories.write(context, access, squash, async (db) => {
    const touched: Touched<'branch'>[] = [
      { kind: 'branch', id: parent.name, did: 'updated' },
      { kind: 'branch', id: branch.name, did: 'merged' },
    ]
    return conclude(db, touched, await askForPush(db, context, access, parent))
  })
}

const cure =
  'Write each file on the personal branch as it should be, then commit again with resolveMergeConflict: true and the parentHash of this answer.'

/** Conflicts are refused unless the caller has seen them and says that the personal branch is right. */
const requireSettled = async (
  edit: Edit,
  merge: Merge,
  { ours }: Heads,
  { branch, parent, options }: { branch: Branch; parent: Branch; options: CommitOptions },
): Promise<void> => {
  const conflicts = merge.kind === 'conflict' ? merge.conflicts : []
  const between = { source: branch, target: parent, parentHash: ours }
  if (options.parentHash && options.parentHash !== ours) throw await parentMoved(edit, conflicts, between, options.parentHash)
  if (conflicts.length > 0 && !options.resolveMergeConflict) throw await mergeConflict(edit, conflicts, between, cure)
}
