import type { RawFile } from './read-file.ts'

/** A file as it was read: what it says, or nothing where nobody asked for that, and whether it says that it is a model. */
export type CachedFile = { raw: RawFile | null; isKeyed: boolean; bytes: number }

/** Parsed files by the ids of their contents, so that two branches cost only what differs between them. */
export type ModelCache = { lookUp: (id: string) => CachedFile | undefined; keep: (id: string, file: CachedFile) => void }

// What a kept file costs beside its bytes.
const overheadBytes = 500

export const createModelCache = ({ maxBytes = 24 * 1024 * 1024 }: { maxBytes?: number } = {}): ModelCache => {
  const files = new Map<string, CachedFile>()
  let bytes = 0
  const drop = (id: string, file: CachedFile): void => {
    files.delete(id)
    bytes -= file.bytes + overheadBytes
  }
  const keep = (id: string, file: CachedFile): void => {
    const before = files.get(id)
    if (before) drop(id, before)
    files.set(id, file)
    bytes += file.bytes + overheadBytes
    for (const [oldest, each] of files) {
      if (bytes <= maxBytes) return
      drop(oldest, each)
    }
  }
  const lookUp = (id: string): CachedFile | undefined => {
    const file = files.get(id)
    if (file !== undefined) keep(id, file)
    return file
  }
  return { lookUp, keep }
}
