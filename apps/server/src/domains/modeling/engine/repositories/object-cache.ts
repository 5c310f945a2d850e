import { LRUCache } from 'lru-cache'
import { type GitObject, ObjectOverLimit, type ObjectReader } from '#adapters/git'

const maxBytesEach = 256 * 1024
// What a kept object costs beside its bytes.
const overheadBytes = 200

/**
 * Keeps what was read of the repositories of this process, up to a size; the longest unused goes first. An id stands for its
 * bytes and is never out of date. Each repository has its own: an id that somebody wrote into a tree opens no object of another.
 */
export const createObjectCache = (maxCacheBytes: number) => {
  const kept = new LRUCache<string, GitObject>({ maxSize: maxCacheBytes, sizeCalculation: ({ content }) => content.length + overheadBytes })
  const keep = (name: string, object: GitObject): void => {
    if (object.content.length > maxBytesEach || kept.has(name)) return
    // A copy: what git sent is part of a larger piece, which would be kept with it.
    kept.set(name, { type: object.type, content: Buffer.from(object.content) })
  }
  return {
    before: (repository: string, objects: ObjectReader): ObjectReader => ({
      read: async (oid, maxBytes) => {
        const name = `${repository} ${oid}`
        const known = kept.get(name)
        if (known) {
          if (maxBytes !== undefined && known.content.length > maxBytes)
            throw new ObjectOverLimit(oid, known.type, known.content.length, maxBytes)
          return known
        }
        const object = await objects.read(oid, maxBytes)
        keep(name, object)
        return object
      },
      sizeOf: async (oid) => kept.peek(`${repository} ${oid}`)?.content.length ?? objects.sizeOf(oid),
      close: objects.close,
    }),
  }
}
