import { fileModes, type GitObject, type ObjectReader, type TreeEntry } from '#adapters/git'
import { blobIdOf } from '#engine/modeling'

/** All files of a version, and where their contents are read. */
export type ModelTree = { entries: readonly TreeEntry[]; objects: Pick<ObjectReader, 'read' | 'sizeOf'> }

/** What is done to a tree, by paths of the repository. */
export type TreeChanges = { writes: readonly { path: string; content: string }[]; deletes: readonly string[] }

type Written = { entry: TreeEntry; bytes: Buffer }

const writtenOf = ({ writes }: TreeChanges): Written[] =>
  writes.map(({ path, content }) => {
    const bytes = Buffer.from(content)
    return { entry: { path, oid: blobIdOf(bytes), mode: fileModes.plain }, bytes }
  })

const entriesWith = (entries: readonly TreeEntry[], written: readonly Written[], { deletes }: TreeChanges): TreeEntry[] => {
  const replaced = new Set([...deletes, ...written.map(({ entry }) => entry.path)])
  return [...entries.filter(({ path }) => !replaced.has(path)), ...written.map(({ entry }) => entry)]
}

/** Which files there are with the changes. */
export const changedEntries = (entries: readonly TreeEntry[], changes: TreeChanges): TreeEntry[] =>
  entriesWith(entries, writtenOf(changes), changes)

/** The tree as it is with the changes, before anything of it is written: it is compiled and compared first. */
export const changedTree = ({ entries, objects }: ModelTree, changes: TreeChanges): ModelTree => {
  const written = writtenOf(changes)
  const added = new Map(written.map(({ entry, bytes }): [string, GitObject] => [entry.oid, { type: 'blob', content: bytes }]))
  return {
    entries: entriesWith(entries, written, changes),
    objects: {
      read: async (oid, maxBytes) => added.get(oid) ?? objects.read(oid, maxBytes),
      sizeOf: async (oid) => added.get(oid)?.content.length ?? objects.sizeOf(oid),
    },
  }
}
