import { type Edit, headRef, type Person } from '#engine/modeling'
import type { ReadingContext } from '#context'
import { getHead } from '#domains/modeling/branches'
import { mergeConflict } from './conflict.ts'
import { mergeHeads, writeMerge } from './merge.ts'
import { mergeMessage } from './merge-rules.ts'

export type MergeSource = {
  source: { name: string }
  /** The commit to take in. */
  theirs: string
  target: { name: string }
  author: Person
  /** What to do about a conflict. */
  cure: string
}

/** How a branch got a commit: it had it already, it was fast-forwarded, or the two were merged. */
export type MergeOutcome = 'unchanged' | 'forward' | 'merged'

/** Brings a branch up to date with a commit: a fast-forward where possible, a merge otherwise. */
export const fastForwardOrMerge = async (
  { signal }: Pick<ReadingContext, 'signal'>,
  edit: Edit,
  { source, theirs, target, author, cure }: MergeSource,
): Promise<MergeOutcome> => {
  const heads = { ours: getHead(edit, target), theirs }
  const merge = await mergeHeads(edit, heads, signal)
  if (merge.kind === 'conflict') throw await mergeConflict(edit, merge.conflicts, { source, target, parentHash: theirs }, cure)
  const message = mergeMessage(source, target)
  const head = merge.kind === 'forward' ? theirs : await writeMerge(edit, { merge, heads, isSquash: false, message, author })
  edit.setRef(headRef(target), head)
  if (head === heads.ours) return 'unchanged'
  return merge.kind === 'forward' ? 'forward' : 'merged'
}
