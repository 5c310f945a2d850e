import { fileLimits } from '@facet/contract'
import { Failure } from '#kernel/failure'

const isPlain = (text: string): boolean => /^[\u0020-\u007e]*$/.test(text)

/**
 * The same for two names that a file system may take for one: folded in case, and decomposed. Wider than any one file system,
 * so that a data model can be put on each of them.
 */
export const folded = (path: string): string =>
  isPlain(path) ? path.toUpperCase() : path.normalize('NFD').toLowerCase().toUpperCase().normalize('NFD')

/** The folders a path is in, the outermost first: `a/b/c` is in `a` and in `a/b`. */
export function* foldersOf(path: string): Generator<string> {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) yield path.slice(0, slash)
}

const taken = (path: string, why: string): Failure =>
  new Failure('file_path_taken', `"${path}" cannot be written: ${why}. Choose another path; nothing was changed.`)

/** What stands where: files and folders by their paths, and every path as file systems that fold case know it. */
const createGround = (files: Iterable<string>) => {
  const ground = { files: new Set<string>(), folders: new Set<string>(), byFolded: new Map<string, string>() }
  const enterFolders = (path: string): void => {
    for (const folder of foldersOf(path)) {
      if (ground.folders.has(folder)) continue
      ground.folders.add(folder)
      ground.byFolded.set(folded(folder), folder)
    }
  }
  const enter = (path: string): void => {
    enterFolders(path)
    ground.files.add(path)
    ground.byFolded.set(folded(path), path)
  }
  for (const path of files) enter(path)

  const requireFolder = (path: string, folder: string): void => {
    if (ground.files.has(folder)) throw taken(path, `"${folder}" is a file, not a folder`)
    const twin = ground.folders.has(folder) ? undefined : ground.byFolded.get(folded(folder))
    if (twin !== undefined) throw taken(path, `"${folder}" and "${twin}" differ only in case or in how letters are written`)
  }
  return {
    add: (path: string): void => {
      for (const folder of foldersOf(path)) requireFolder(path, folder)
      if (ground.files.has(path)) throw taken(path, 'a file is already there')
      if (ground.folders.has(path)) throw taken(path, 'it is a folder')
      const twin = ground.byFolded.get(folded(path))
      if (twin !== undefined) throw taken(path, `"${twin}" differs from it only in case or in how letters are written`)
      enter(path)
    },
  }
}

/**
 * Holds the new paths of a tree against the rest of it and each other. What was there before is not judged: it may have come
 * from a remote, and must not stand in the way of files beside it.
 */
export const requireFit = (kept: ReadonlySet<string>, added: readonly string[]): void => {
  if (added.length === 0) return
  if (kept.size + added.length > fileLimits.maxFiles)
    throw new Failure(
      'file_limit',
      `The data model would have ${kept.size + added.length} files and may have ${fileLimits.maxFiles}. Delete some first; nothing was changed.`,
    )
  const ground = createGround(kept)
  for (const path of added) ground.add(path)
}
