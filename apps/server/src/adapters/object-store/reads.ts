import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { verified } from './fingerprint.ts'
import type { NumberedKey, ObjectKey } from './object-key.ts'
import type { NumberedObjects, ObjectStore } from './object-store.ts'
import { ObjectTooLarge } from './object-too-large.ts'

/** The bytes under a key, unverified; the one read that each kind of store has of its own. */
export type ReadBytes = (key: ObjectKey | NumberedKey, signal: AbortSignal | undefined) => AsyncIterable<Buffer>

const defaultMostBytes = 8 * 1024 * 1024

const collected = async (chunks: AsyncIterable<Buffer>, key: ObjectKey | NumberedKey, maxBytes: number): Promise<Buffer> => {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new ObjectTooLarge(key, maxBytes)
    kept.push(chunk)
  }
  return Buffer.concat(kept, size)
}

/** As they are: nothing says which bytes to expect. */
export const createUnverifiedGet =
  (read: ReadBytes): NumberedObjects['get'] =>
  (key, { signal } = {}) =>
    collected(read(key, signal), key, defaultMostBytes)

export const createReads = (read: ReadBytes): Pick<ObjectStore, 'get' | 'getToFile' | 'stream'> => {
  const stream: ObjectStore['stream'] = (key, sha256, { signal } = {}) => verified(read(key, signal), key, sha256)
  return {
    stream,
    get: (key, sha256, { maxBytes = defaultMostBytes, ...call } = {}) => collected(stream(key, sha256, call), key, maxBytes),
    getToFile: async (key, sha256, file, call = {}) => {
      const partial = `${file}.${randomBytes(6).toString('hex')}.partial`
      try {
        await pipeline(Readable.from(stream(key, sha256, call)), createWriteStream(partial, { flags: 'wx', mode: 0o600 }))
        await rename(partial, file)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
  }
}
