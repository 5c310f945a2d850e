import { runGit } from './run.ts'
import { fileModes } from './tree.ts'

export type ConflictSides = { path: string; base?: string; ours?: string; theirs?: string }
export type MergedTree = { tree: string; conflicts: ConflictSides[] }

const sideOf: Record<string, 'base' | 'ours' | 'theirs'> = { '1': 'base', '2': 'ours', '3': 'theirs' }

/** Three-way merge of two commits into a tree, without a working tree. The blobs of each side in conflict are named by their ids. */
export const mergeTrees = async (gitDir: string, ours: string, theirs: string, signal: AbortSignal): Promise<MergedTree> => {
  const { stdout } = await runGit({
    gitDir,
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
export const findMergeBase = async (gitDir: string, a: string, b: string, signal: AbortSignal): Promise<string | undefined> => {
  const { stdout } = await runGit({ gitDir, args: ['merge-base', a, b], accept: [0, 1], signal })
  return stdout.toString('latin1').trim() || undefined
}
