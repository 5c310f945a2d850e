import type { ObjectKey } from './object-key.ts'

/** The store gave other bytes than the ones that were put. */
export class ObjectCorrupt extends Error {
  constructor(key: ObjectKey, expected: string, found: string) {
    super(`The object ${key} should have the SHA-256 ${expected} and has ${found}.`)
    this.name = 'ObjectCorrupt'
  }
}
