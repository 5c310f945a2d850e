import { Failure } from '#kernel/failure'
import { type GitDir, runIn } from './run.ts'
import { fileModes } from './tree.ts'

export type ConflictSides = { path: string; base?: string; ours?: string; theirs?: string }
export type MergedTree = { tree: string; conflicts: ConflictSides[] }

const sideOf: Record<string, 'base' | 'ours' | 'theirs'> = { '1': 'base', '2': 'ours', '3': 'theirs' }

const maxOutputBytes = 16 * 1_048_576
// Three for each file in conflict.
const maxEntries = { separator: 0, max: 100_000, of: 'files in conflict' }

/** Three-way merge of two commits into a tree, without a working tree. The blobs of each side in conflict are named by their ids. */
export const mergeTrees = async (gitDir: GitDir, ours: string, theirs: string, signal: AbortSignal): Promise<MergedTree> => {
  const { stdout } = await runIn(gitDir, {
    // A file stays where it was written, also when the other side moved the folder around it.
    args: [
      '-c',
      'merge.directoryRenames=false',
      'merge-tree',
      '--write-tree',
      '-z',
      '--no-messages',
      '--allow-unrelated-histories',
      ours,
      theirs,
    ],
    accept: [0, 1],
    maxOutputBytes,
    maxEntries,
    signal,
  })
  const [tree = '', ...entries] = stdout.toString('utf8').split('\0')
  const byPath = new Map<string, ConflictSides>()
  for (const entry of entries) {
    const [, mode, oid, stage, path] = /^(\d+) ([0-9a-f]{40}) ([123])\t([\s\S]*)$/.exec(entry) ?? []
    if (!oid || !path) continue
    const sides = byPath.get(path) ?? { path }
    const side = sideOf[stage ?? '']
    // What a submodule names is in another repository.
    if (side && mode !== fileModes.submodule) sides[side] = oid
    byPath.set(path, sides)
  }
  return { tree, conflicts: [...byPath.values()] }
}

/** The best common ancestor, or nothing where the histories share none. */
export const findMergeBase = async (gitDir: GitDir, a: string, b: string, signal: AbortSignal): Promise<string | undefined> => {
  const { stdout } = await runIn(gitDir, { args: ['merge-base', a, b], accept: [0, 1], signal })
  return stdout.toString('latin1').trim() || undefined
}

const maxMergeBases = 16

/** Every best common ancestor: a merge looks at all of them. More than a few are no history that people made. */
export const listMergeBases = async (gitDir: GitDir, a: string, b: string, signal: AbortSignal): Promise<string[]> => {
  const { stdout } = await runIn(gitDir, { args: ['merge-base', '--all', a, b], accept: [0, 1], signal })
  const bases = stdout.toString('latin1').split('\n').filter(Boolean)
  if (bases.length > maxMergeBases)
    throw new Failure(
      'resource_limit_exceeded',
      `The two histories have ${bases.length} equally close common ancestors, and a merge with more than ${maxMergeBases} is not attempted. Merge one into the other at the git host, and pull again.`,
    )
  return bases
}
