import type { NumberedKey, ObjectKey } from './object-key.ts'

export class ObjectMissing extends Error {
  constructor(key: ObjectKey | NumberedKey, cause?: unknown) {
    super(`The object ${key} is not in the object store.`, { cause })
    this.name = 'ObjectMissing'
  }
}
