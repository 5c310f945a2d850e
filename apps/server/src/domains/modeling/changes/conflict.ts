import type { FileConflict } from '@facet/contract'
import type { ConflictSides } from '#adapters/git'
import type { Edit } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { maxConflicts, namedPaths, textOf } from './merge-rules.ts'

export type ConflictSide = { source: { name: string }; target: { name: string }; parentHash: string }

const sides = ['base', 'ours', 'theirs'] as const

const withTexts = async (edit: Edit, conflict: ConflictSides): Promise<FileConflict> => {
  const shown: FileConflict = { path: conflict.path }
  for (const side of sides) {
    const oid = conflict[side]
    const text = oid === undefined ? undefined : textOf((await edit.newObjects.read(oid)).content)
    if (text !== undefined) shown[side] = text
  }
  return shown
}

/** The files in conflict with the texts of both sides, for whoever has to decide between them. */
const describe = async (edit: Edit, conflicts: ConflictSides[], parentHash: string) => {
  const shown: FileConflict[] = []
  // One after another: of files of 10 MB only what is shown stays in memory.
  for (const conflict of conflicts.slice(0, maxConflicts)) shown.push(await withTexts(edit, conflict))
  return { conflicts: shown, parentHash }
}

const filesOf = (conflicts: ConflictSides[]): string => {
  const paths = namedPaths(conflicts.map(({ path }) => path))
  const shown = conflicts.length > maxConflicts ? ` The first ${maxConflicts} are in "conflicts".` : ''
  return `${conflicts.length === 1 ? 'in one file' : `in ${conflicts.length} files`}: ${paths}.${shown}`
}

export const mergeConflict = async (
  edit: Edit,
  conflicts: ConflictSides[],
  { source, target, parentHash }: ConflictSide,
  cure: string,
): Promise<Failure> =>
  new Failure('merge_conflict', `"${source.name}" and "${target.name}" disagree ${filesOf(conflicts)} Nothing was changed. ${cure}`, {
    conflict: await describe(edit, conflicts, parentHash),
  })

/** The answer to a call that resolves a conflict which is not the present one any more. */
export const parentMoved = async (
  edit: Edit,
  conflicts: ConflictSides[],
  { source, target, parentHash }: ConflictSide,
  sent: string,
): Promise<Failure> => {
  const now =
    conflicts.length === 0
      ? 'There is no conflict now: commit again without resolveMergeConflict and parentHash.'
      : `"${source.name}" and it disagree ${filesOf(conflicts)} Look at them and commit again with the parentHash of this answer.`
  return new Failure('parent_moved', `"${target.name}" has moved on: its head is ${parentHash}, not ${sent}. Nothing was changed. ${now}`, {
    conflict: await describe(edit, conflicts, parentHash),
  })
}
