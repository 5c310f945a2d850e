import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ObjectCorrupt } from './object-corrupt.ts'
import { type ObjectKey, sha256Of } from './object-key.ts'
import type { Fingerprint, ObjectSource } from './object-store.ts'

/** Hash and size of what is to be stored; the key is made from them. */
export const fingerprintOf = async (source: ObjectSource, signal?: AbortSignal): Promise<Fingerprint> => {
  const hash = createHash('sha256')
  if (Buffer.isBuffer(source)) return { sha256: hash.update(source).digest('hex'), size: source.length }
  let size = 0
  for await (const chunk of createReadStream(source.file) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}

export const requireNamedBytes = (key: ObjectKey, { sha256 }: Fingerprint): void => {
  if (sha256 !== sha256Of(key)) throw new TypeError(`The bytes for ${key} have the SHA-256 ${sha256}: make the key from that.`)
}

/** Passes the chunks on and throws instead of ending when they were not the ones that were stored. */
export async function* verified(chunks: AsyncIterable<Buffer>, key: ObjectKey, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  const found = hash.digest('hex')
  if (found !== sha256) throw new ObjectCorrupt(key, sha256, found)
}
