import { fileLimits } from '@facet/contract'
import { fileModes } from '#adapters/git'
import { blobIdOf, type FileChange, foldersOf, requireFit, type TreeEntry } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { requirePath, withoutSlash } from './path-rules.ts'

/** Content that stays where it is until git takes it. */
export type FileOnDisk = { file: string; size: number }

/** The requested edits of a tree, with paths as they were sent. */
export type TreeEdits = {
  puts?: { path: string; content: Buffer | FileOnDisk }[]
  removals?: string[]
  renames?: { path: string; newPath: string }[]
}

type Target = { oid: string | null; mode: string; content?: Buffer | FileOnDisk }

const requireDistinct = (sent: string[]): void => {
  const seen = new Set<string>()
  for (const path of sent.map(withoutSlash)) {
    if (seen.has(path)) throw new Failure('file_path_invalid', `The path "${path}" is named twice in one request. Nothing was changed.`)
    seen.add(path)
  }
}

/** Finds what a path names: a file, or all that is in a folder. What a remote brought can be taken away whatever it is called. */
const createFinder = (entries: readonly TreeEntry[]) => {
  const files = new Map(entries.map((entry) => [entry.path, entry]))
  let folders: Map<string, TreeEntry[]> | undefined
  const listFolders = (): Map<string, TreeEntry[]> => {
    const byFolder = new Map<string, TreeEntry[]>()
    for (const entry of entries)
      for (const folder of foldersOf(entry.path)) {
        const inside = byFolder.get(folder)
        if (inside) inside.push(entry)
        else byFolder.set(folder, [entry])
      }
    return byFolder
  }
  const get = (sent: string): TreeEntry[] => {
    const path = withoutSlash(sent)
    const file = files.get(path)
    if (file) return [file]
    folders ??= listFolders()
    const inside = folders.get(path)
    if (inside) return inside
    requirePath(sent)
    throw new Failure('file_not_found', `The branch has no file or folder "${path}". Nothing was changed.`)
  }
  return { files, get }
}

// A link is replaced by a file, never written through, and never by another link.
const modeOver = (entry: TreeEntry | undefined): string => (entry?.mode === fileModes.executable ? fileModes.executable : fileModes.plain)

const putTarget = (path: string, content: Buffer | FileOnDisk, before: TreeEntry | undefined): Target => {
  const bytes = Buffer.isBuffer(content) ? content.length : content.size
  if (bytes > fileLimits.maxBytes)
    throw new Failure('file_too_large', `"${path}" has ${bytes} bytes; a file has at most ${fileLimits.maxBytes}. Nothing was changed.`)
  // Of one on disk the id is not known; whoever puts it there knows that it is another.
  return { oid: Buffer.isBuffer(content) ? blobIdOf(content) : null, mode: modeOver(before), content }
}

const changeTo = (path: string, { oid, mode, content }: Target): FileChange => {
  if (Buffer.isBuffer(content)) return { path, content, mode }
  return content ? { path, ...content, mode } : { path, oid: oid ?? '', mode }
}

/** The changes that apply the edits to a tree: all of them, or a Failure. Empty when nothing changes. */
export const planChanges = (entries: readonly TreeEntry[], { puts = [], removals = [], renames = [] }: TreeEdits): FileChange[] => {
  const { files, get } = createFinder(entries)
  const removed = new Set<string>()
  const targets = new Map<string, Target>()
  requireDistinct([...puts.map(({ path }) => path), ...removals])
  requireDistinct(renames.map(({ path }) => path))
  requireDistinct(renames.map(({ newPath }) => newPath))

  for (const sent of removals) for (const { path } of get(sent)) removed.add(path)
  const moved: string[] = []
  for (const { path: from, newPath } of renames) {
    const to = requirePath(newPath)
    for (const { path, oid, mode } of get(from)) {
      if (removed.has(path)) throw new Failure('file_path_invalid', `"${path}" is renamed twice in one request. Nothing was changed.`)
      removed.add(path)
      const target = requirePath(`${to}${path.slice(withoutSlash(from).length)}`)
      moved.push(target)
      targets.set(target, { oid, mode })
    }
  }
  for (const { path: sent, content } of puts) {
    const path = requirePath(sent)
    targets.set(path, putTarget(path, content, files.get(path)))
  }

  const kept = new Set([...files.keys()].filter((path) => !removed.has(path)))
  const created = puts.map(({ path }) => withoutSlash(path)).filter((path) => !kept.has(path))
  requireFit(kept, [...moved, ...created])
  return [
    ...[...removed].filter((path) => !targets.has(path)).map((path): FileChange => ({ path, isRemoved: true })),
    ...[...targets].filter(([path, target]) => !isSame(files.get(path), target)).map(([path, target]) => changeTo(path, target)),
  ]
}

const isSame = (entry: TreeEntry | undefined, { oid, mode }: Target): boolean => entry?.oid === oid && entry.mode === mode
