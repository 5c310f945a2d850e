import { type ConflictSides, fileModes, findMergeBase, listTree, treeOf } from '#adapters/git'
import { type Edit, type FileChange, type Person, requireFit } from '#engine/modeling'
import { changeMessage, changedPaths, inventedPath } from './merge-rules.ts'

/**
 * What taking `theirs` into `ours` comes to. `nothing`: ours has it all. `forward`: theirs has all of ours, and its tree is the
 * result. `conflict`: the tree has markers in the files that are listed.
 */
export type Merge =
  | { kind: 'nothing' }
  | { kind: 'forward' | 'clean'; tree: string }
  | { kind: 'conflict'; tree: string; conflicts: ConflictSides[] }

/** The two heads of a merge: that of the branch merged into, and that of the branch being merged. */
export type Heads = { ours: string; theirs: string }

export const mergeHeads = async (edit: Edit, { ours, theirs }: Heads, signal: AbortSignal): Promise<Merge> => {
  if (ours === theirs) return { kind: 'nothing' }
  const base = await findMergeBase(edit.newGitDir, ours, theirs, signal)
  if (base === theirs) return { kind: 'nothing' }
  if (base === ours) return { kind: 'forward', tree: await treeOf(edit.newObjects, theirs) }
  const { tree, conflicts } = await edit.mergeTrees(ours, theirs)
  return conflicts.length === 0 ? { kind: 'clean', tree } : { kind: 'conflict', tree, conflicts }
}

/** Their side of every file in conflict, whole: its content, or that it is gone. */
const inTheirFavour = async (edit: Edit, conflicts: ConflictSides[], { ours, theirs }: Heads): Promise<FileChange[]> => {
  const modesOf = async (commit: string) => new Map((await edit.listTree(commit)).map((entry) => [entry.path, entry]))
  const [our, their] = [await modesOf(ours), await modesOf(theirs)]
  return conflicts.flatMap(({ path, theirs: oid }): FileChange[] => {
    const known = their.get(path)
    if (known) return [known]
    const gone: FileChange = { path, isRemoved: true }
    const original = inventedPath(path)
    if (original === undefined) return [oid ? { path, oid, mode: our.get(path)?.mode ?? fileModes.plain } : gone]
    const meant = their.get(original)
    return meant ? [gone, meant] : [gone]
  })
}

const requireMerged = async (edit: Edit, ours: string, merged: string): Promise<void> => {
  const before = new Set((await edit.listTree(ours)).map(({ path }) => path))
  const after = (await edit.listTree(merged)).map(({ path }) => path)
  requireFit(
    new Set(after.filter((path) => before.has(path))),
    after.filter((path) => !before.has(path)),
  )
}

type Written = { merge: Merge; heads: Heads; isSquash: boolean; message: string | null; author: Person }

const messageOf = async (edit: Edit, tree: string, { ours }: Heads): Promise<string> => {
  const before = await listTree(edit.newObjects, await treeOf(edit.newObjects, ours))
  return changeMessage(changedPaths(before, await listTree(edit.newObjects, tree)))
}

/**
 * Writes what a merge came to, and gives the new head of the branch merged into: the present one when there was nothing to take.
 * Squashed, it is one commit without the other branch in its history. Of files in conflict their side is taken, which whoever
 * does not want that refuses before.
 */
export const writeMerge = async (edit: Edit, { merge, heads, isSquash, message, author }: Written): Promise<string> => {
  if (merge.kind === 'nothing') return heads.ours
  const { ours, theirs } = heads
  const commit = await edit.writeCommit({
    parents: isSquash ? [ours] : [ours, theirs],
    tree: merge.tree,
    changes: merge.kind === 'conflict' ? await inTheirFavour(edit, merge.conflicts, heads) : [],
    message: message ?? (await messageOf(edit, merge.tree, heads)),
    author,
  })
  // Theirs alone was held to the rules when it was written; only together can the two sides break them.
  if (merge.kind !== 'forward') await requireMerged(edit, ours, commit)
  if (!isSquash) return commit
  const [before, after] = await Promise.all([treeOf(edit.newObjects, ours), treeOf(edit.newObjects, commit)])
  return before === after ? ours : commit
}
