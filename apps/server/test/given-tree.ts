import { ObjectOverLimit, type TreeEntry } from '#adapters/git'
import { blobIdOf } from '#engine/modeling'

/** A version of a data model by paths and texts, read as from a repository. */
export const givenTree = (files: Record<string, string | { mode: string; text: string }>) => {
  const contents = new Map<string, Buffer>()
  const entries = Object.entries(files).map(([path, file]): TreeEntry => {
    const { mode, text } = typeof file === 'string' ? { mode: '100644', text: file } : file
    const content = Buffer.from(text)
    const oid = blobIdOf(content)
    contents.set(oid, content)
    return { path, oid, mode }
  })
  return {
    entries,
    objects: {
      sizeOf: async (oid: string) => contents.get(oid)?.length ?? 0,
      read: async (oid: string, maxBytes = Number.POSITIVE_INFINITY) => {
        const content = contents.get(oid) ?? Buffer.from('')
        if (content.length > maxBytes) throw new ObjectOverLimit(oid, 'blob', content.length, maxBytes)
        return { type: 'blob', content }
      },
    },
  }
}
