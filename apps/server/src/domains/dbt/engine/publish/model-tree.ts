import { fileModes, type GitObject, type ObjectReader, type TreeEntry } from '#adapters/git'
import { blobIdOf } from '#engine/modeling'

/** All files of a version, and where their contents are read. */
export type ModelTree = { entries: readonly TreeEntry[]; objects: Pick<ObjectReader, 'read' | 'sizeOf'> }

/** What is done to a tree, by paths of the repository. */
export type TreeChanges = { writes: readonly { path: string; content: string }[]; deletes: readonly string[] }

/** The tree as it is with the changes, before anything of it is written: it is compiled and compared first. */
export const changedTree = ({ entries, objects }: ModelTree, { writes, deletes }: TreeChanges): ModelTree => {
  const added = new Map<string, GitObject>()
  const written = writes.map(({ path, content }): TreeEntry => {
    const bytes = Buffer.from(content)
    const oid = blobIdOf(bytes)
    added.set(oid, { type: 'blob', content: bytes })
    return { path, oid, mode: fileModes.plain }
  })
  const replaced = new Set([...deletes, ...written.map(({ path }) => path)])
  return {
    entries: [...entries.filter(({ path }) => !replaced.has(path)), ...written],
    objects: {
      read: async (oid, maxBytes) => added.get(oid) ?? objects.read(oid, maxBytes),
      sizeOf: async (oid) => added.get(oid)?.content.length ?? objects.sizeOf(oid),
    },
  }
}
