import type { NumberedKey, ObjectKey } from './object-key.ts'

export class ObjectTooLarge extends Error {
  constructor(key: ObjectKey | NumberedKey, maxBytes: number) {
    super(`The object ${key} has more than the ${maxBytes} bytes that its reader takes.`)
    this.name = 'ObjectTooLarge'
  }
}
