import { LRUCache } from 'lru-cache'
import type { RawFile } from './read-file.ts'

/** A file as it was read: what it says, or nothing where nobody asked for that, and whether it says that it is a model. */
export type CachedFile = { raw: RawFile | null; isKeyed: boolean; bytes: number }

/** Parsed files by the ids of their contents, so that two branches cost only what differs between them. */
export type ModelCache = { lookUp: (id: string) => CachedFile | undefined; keep: (id: string, file: CachedFile) => void }

// What a kept file costs beside its bytes.
const overheadBytes = 500

export const createModelCache = ({ maxBytes = 24 * 1024 * 1024 }: { maxBytes?: number } = {}): ModelCache => {
  const files = new LRUCache<string, CachedFile>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes + overheadBytes })
  return { lookUp: (id) => files.get(id), keep: (id, file) => void files.set(id, file) }
}
