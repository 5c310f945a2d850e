import type { NumberedKey, ObjectKey, ObjectPrefix } from './object-key.ts'

/** Bytes in memory, or a file that is streamed. */
export type ObjectSource = Buffer | { file: string }
export type Fingerprint = { sha256: string; size: number }
export type ListedObject = { key: ObjectKey; size: number; modifiedAt: Date }
export type ObjectCall = { signal?: AbortSignal }

/** Objects whose number is their name. No row holds their hash, so what they say is for the reader to verify. */
export type NumberedObjects = {
  /** Durable when it resolves. `exists` when the number was taken before this call: the object there is as it was. */
  put: (key: NumberedKey, bytes: Buffer, call?: ObjectCall) => Promise<'put' | 'exists'>
  get: (key: NumberedKey, call?: ObjectCall) => Promise<Buffer>
  /** Those of the same series with higher numbers, in order; fetched as they are read. */
  list: (after: NumberedKey, call?: ObjectCall) => AsyncIterable<NumberedKey>
  remove: (keys: NumberedKey[], call?: ObjectCall) => Promise<void>
}

/**
 * Objects are written once and never changed. Every read takes the hash that the caller's row holds and gives those bytes or
 * throws: ObjectMissing, ObjectCorrupt, or the Failure `service_unavailable` when the store does not answer.
 */
export type ObjectStore = {
  /**
   * Durable when it resolves. `exists` when the key was taken before this call: the object there is as it was. The source
   * must have the hash that the key names.
   */
  put: (key: ObjectKey, source: ObjectSource, call?: ObjectCall) => Promise<Fingerprint | 'exists'>
  /** In memory, so only up to `mostBytes`: ObjectTooLarge beyond that. */
  get: (key: ObjectKey, sha256: string, call?: ObjectCall & { maxBytes?: number }) => Promise<Buffer>
  /** The file appears whole and verified, or not at all. Not made durable: it is a copy. */
  getToFile: (key: ObjectKey, sha256: string, file: string, call?: ObjectCall) => Promise<void>
  /** Verified at its end: what was yielded counts only once the loop is over. */
  stream: (key: ObjectKey, sha256: string, call?: ObjectCall) => AsyncIterable<Buffer>
  /** What is gone already is no problem. */
  remove: (keys: ObjectKey[], call?: ObjectCall) => Promise<void>
  /** In the order of the keys' bytes, from the first behind `after`; fetched as it is read. */
  list: (prefix: ObjectPrefix, call?: ObjectCall & { after?: ObjectKey }) => AsyncIterable<ListedObject>
  numbered: NumberedObjects
  /** Writes, reads and removes a probe. Throws a sentence for the operator, also at a store that would overwrite. */
  check: () => Promise<void>
  close: () => void
}
