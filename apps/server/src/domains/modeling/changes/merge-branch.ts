import type { AuditTargetKind, BranchPush, MergeResponse, MergeValidation } from '@facet/contract'
import { treeOf } from '#adapters/git'
import type { Audited, Touched } from '#kernel/audit'
import { askForPush, type Edit, headRef } from '#engine/modeling'
import type { ChangingContext } from '#context'
import { amended, type Committed, type Db } from '#db'
import { authorOf, type Branch, type Chosen, dropRefs, getHead, removeBranchRow } from '#domains/modeling/branches'
import { type Acknowledged, requireAcknowledged } from '#domains/modeling/diff'
import { mergeConflict } from './conflict.ts'
import { type Heads, mergeHeads, writeMerge } from './merge.ts'
import { mergeMessage } from './merge-rules.ts'
import { type MergedModel, requireCompiled, validateMerged } from './merged-model.ts'
import { requireMergeInto } from './target.ts'

type Merged = [into: Touched<'branch'>, taken: Touched<'branch'>]
type MergeOptions = { message: string | null; isSquash: boolean; isRemoved: boolean; isBuildRequired: boolean; acknowledged: Acknowledged }

/** Merges a branch into another, and deletes it if asked: refs, rows and what follows in one transaction. */
export const mergeBranch = async <Kind extends AuditTargetKind>(
  context: ChangingContext,
  { access, settings, branch }: Chosen,
  target: Branch,
  options: MergeOptions,
  conclude: (db: Db, merged: Merged, pushed: { push?: BranchPush | null }) => Promise<Audited<MergeResponse, Kind>>,
): Promise<Committed<Audited<MergeResponse, Kind>>> => {
  requireMergeInto(access, settings, target)
  const author = authorOf(access)
  const message = options.message ?? mergeMessage(branch, target)
  const outcome: { deployed: MergedModel | null; validation: MergeValidation | null } = { deployed: null, validation: null }

  /** Where the branch stands afterwards: level with its parent if it is a personal one, and with a squashed commit in its history, so that what was merged is never merged again. */
  const restOf = async (edit: Edit, { ours, theirs }: Heads, head: string): Promise<string> => {
    if (branch.kind === 'dev' && branch.parentId === target.id) return head
    if (!options.isSquash || head === ours) return theirs
    const tree = await treeOf(edit.newObjects, head)
    return edit.writeCommit({ parents: [theirs, head], tree, changes: [], message: mergeMessage(target, branch), author })
  }

  const merge = async (edit: Edit): Promise<void> => {
    const heads = { ours: getHead(edit, target), theirs: getHead(edit, branch) }
    const found = await mergeHeads(edit, heads, context.signal)
    if (found.kind === 'conflict')
      throw await mergeConflict(edit, found.conflicts, { source: branch, target, parentHash: heads.ours }, cureFor(branch, target))
    const head = await writeMerge(edit, { merge: found, heads, isSquash: options.isSquash, message, author })
    const { acknowledged } = options
    await requireAcknowledged(context, edit, { access, settings, target, before: heads.ours, after: head, acknowledged })
    const deployed = target.kind === 'deploy' && head !== heads.ours ? { access, settings, branch: target, commit: head } : null
    outcome.deployed = deployed
    outcome.validation = deployed && options.isBuildRequired ? await requireCompiled(context, edit, deployed) : null
    edit.setRef(headRef(target), head)
    if (options.isRemoved) dropRefs(edit, branch)
    else edit.setRef(headRef(branch), await restOf(edit, heads, head))
  }
  const committed = await context.repositories.write(context, access, merge, async (db) => {
    if (options.isRemoved) await removeBranchRow(db, access, branch)
    const merged: Merged = [
      { kind: 'branch', id: target.name, did: 'updated' },
      { kind: 'branch', id: branch.name, did: options.isRemoved ? 'deleted' : 'merged' },
    ]
    return conclude(db, merged, await askForPush(db, context, access, target))
  })
  const { deployed } = outcome
  if (!deployed) return committed
  const validation = outcome.validation ?? (await validateMerged(context, deployed))
  const { value } = committed
  return amended(committed, { ...value, answer: { ...value.answer, validation } })
}

const cureFor = (branch: Branch, target: Branch): string =>
  branch.kind === 'dev' && branch.parentId === target.id
    ? 'Write each file as it should be and commit it with resolveMergeConflict: true.'
    : `Bring the files on "${branch.name}" to what "${target.name}" has, or the other way round, in dev mode, commit that, and merge again.`
