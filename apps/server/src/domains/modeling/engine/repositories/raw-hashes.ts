import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ObjectReader } from '#adapters/git'

/**
 * The SHA-1 of the bytes of files, which is not the id git gives them: read and computed once for each id, as long as there is
 * room. Each repository has its own, as with the objects themselves.
 */
export const createRawHashes = (maxEntries: number) => {
  const kept = new LRUCache<string, string>({ max: maxEntries })
  return (repository: string, objects: ObjectReader) =>
    async (oid: string): Promise<string> => {
      const name = `${repository} ${oid}`
      const known = kept.get(name)
      if (known !== undefined) return known
      const { content } = await objects.read(oid)
      const sha1 = createHash('sha1').update(content).digest('hex')
      kept.set(name, sha1)
      return sha1
    }
}
