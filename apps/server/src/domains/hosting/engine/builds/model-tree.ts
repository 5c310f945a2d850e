import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Repository, TreeEntry } from '#engine/modeling'
import { BuildProblem } from './build-problem.ts'

export const maxProjectBytes = 256 * 1_048_576
const maxProjectFiles = 10_000
const readAtOnce = 64

type ModelFiles = Pick<Repository, 'objects' | 'listTree'>
type ProjectFile = { path: string; oid: string }
export type ProjectTree = { commit: string; files: ProjectFile[]; hash: string; skipped: string[] }

export type TreeChoice = {
  branch: string
  /** The folder of the repository that is the project; empty for all of it. */
  root: string
  /** Only uploads deploy: whatever else the branch says is not for production. */
  isDeployedByUpload: boolean
  /** What was built last, for a branch that nothing was uploaded to yet. */
  lastCommit: string | null
}

export const rootOf = (projectRoot: string | null): string => {
  const root = (projectRoot ?? '').replaceAll(/^\.?\/+|\/+$/g, '')
  return root === '.' ? '' : root
}

const commitOf = (refs: Record<string, string>, { branch, isDeployedByUpload, lastCommit }: TreeChoice): string => {
  const head = refs[`heads/${branch}`]
  if (!head)
    throw new BuildProblem(`The deploy branch "${branch}" does not exist. Create it, or name another in the setting deployBranchName.`)
  return isDeployedByUpload ? (refs[`uploads/${branch}`] ?? lastCommit ?? head) : head
}

const isPlain = ({ mode }: TreeEntry): boolean => mode.startsWith('100')

// Checked where files come in; a path that leaves the folder would be written all the same if that had a gap.
const isInside = (path: string): boolean =>
  path !== '' &&
  !path.includes('\0') &&
  !path.includes('\\') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/** The files that are built, and the hash of what they are. */
export const readProjectTree = async (copy: ModelFiles, refs: Record<string, string>, choice: TreeChoice): Promise<ProjectTree> =>
  readTreeAt(copy, commitOf(refs, choice), choice)

/** The project at a commit. Links and submodules are left out: nothing here follows them. */
export const readTreeAt = async (copy: ModelFiles, commit: string, choice: Pick<TreeChoice, 'branch' | 'root'>): Promise<ProjectTree> => {
  const prefix = choice.root === '' ? '' : `${choice.root}/`
  const entries = (await copy.listTree(commit)).filter(({ path }) => path.startsWith(prefix))
  if (prefix !== '' && entries.length === 0)
    throw new BuildProblem(`The branch "${choice.branch}" has no file below the project root "${choice.root}" (setting deployProjectRoot).`)
  const files: ProjectFile[] = []
  const skipped: string[] = []
  const hash = createHash('sha256')
  for (const entry of entries) {
    const path = entry.path.slice(prefix.length)
    if (!isInside(path)) throw new BuildProblem(`The path ${JSON.stringify(path.slice(0, 200))} cannot be built. Rename the file.`)
    if (!isPlain(entry)) skipped.push(path)
    else {
      files.push({ path, oid: entry.oid })
      hash.update(`${entry.oid} ${path}\0`)
    }
  }
  if (files.length > maxProjectFiles) throw new BuildProblem(`The project has ${files.length} files; at most ${maxProjectFiles} are built.`)
  return { commit, files, hash: hash.digest('hex'), skipped }
}

/** Writes the project into an empty folder, plain files only. */
export const writeProject = async (copy: ModelFiles, files: readonly ProjectFile[], folder: string, signal: AbortSignal): Promise<void> => {
  let bytes = 0
  const made = new Set<string>()
  for (let at = 0; at < files.length; at += readAtOnce) {
    signal.throwIfAborted()
    const batch = files.slice(at, at + readAtOnce)
    const sizes = await Promise.all(batch.map(({ oid }) => copy.objects.sizeOf(oid)))
    bytes += sizes.reduce((sum, size) => sum + size, 0)
    if (bytes > maxProjectBytes) throw new BuildProblem(`The project has more than ${maxProjectBytes} bytes, the maximum that is built.`)
    for (const parent of new Set(batch.map(({ path }) => dirname(path))))
      if (!made.has(parent)) {
        await mkdir(join(folder, parent), { recursive: true, mode: 0o755 })
        made.add(parent)
      }
    await Promise.all(
      batch.map(async ({ path, oid }) =>
        writeFile(join(folder, path), (await copy.objects.read(oid)).content, { flag: 'wx', mode: 0o644 }),
      ),
    )
  }
}
