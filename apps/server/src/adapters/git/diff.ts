import { type GitDir, runIn } from './run.ts'

/** A path that two trees differ in. Lines are not counted for what is not text. */
export type FileDifference = {
  path: string
  previousPath?: string
  status: 'added' | 'removed' | 'changed' | 'renamed'
  additions?: number
  deletions?: number
}

const statusOf: Record<string, FileDifference['status']> = { A: 'added', D: 'removed', R: 'renamed' }

/** Reads `:<modes> <ids> <status>`, one path or two, and after all of those `<added>\t<deleted>\t<path>`, each ended by NUL. */
const parse = (output: string): FileDifference[] => {
  const fields = output.split('\0')
  const found = new Map<string, FileDifference>()
  for (let at = 0; at < fields.length - 1; ) {
    const field = fields[at++] ?? ''
    if (field.startsWith(':')) {
      const status = statusOf[field.split(' ').at(-1)?.[0] ?? ''] ?? 'changed'
      const first = fields[at++] ?? ''
      const path = status === 'renamed' ? (fields[at++] ?? '') : first
      found.set(path, { path, status, ...(status === 'renamed' ? { previousPath: first } : {}) })
      continue
    }
    const [additions, deletions, name] = field.split('\t')
    const path = name === '' ? (fields[at + 1] ?? '') : (name ?? '')
    if (name === '') at += 2
    const difference = found.get(path)
    // `-` stands for what is not text.
    if (difference && additions !== '-') Object.assign(difference, { additions: Number(additions), deletions: Number(deletions) })
  }
  return [...found.values()]
}

const maxOutputBytes = 16 * 1_048_576
// Up to five for a path: twice what a comparison of two whole data models has.
const maxEntries = { separator: 0, max: 200_000, of: 'differences' }

/** The files that differ between two commits, renamed ones as one. */
export const diffTrees = async (gitDir: GitDir, before: string, after: string, signal: AbortSignal): Promise<FileDifference[]> => {
  const args = ['diff-tree', '-r', '-M', '--raw', '--numstat', '-z', '--no-textconv', '--no-ext-diff', before, after]
  const { stdout } = await runIn(gitDir, { args, maxOutputBytes, maxEntries, signal })
  return parse(stdout.toString('utf8'))
}
