import { type NumberedObjects, numberedKey, numberOf, type ObjectCall, ObjectMissing } from '#adapters/object-store'
import type { LedgerEntry, LedgerKeys } from './entry.ts'
import { EntryUnreadable } from './entry-unreadable.ts'
import { LedgerForked } from './ledger-forked.ts'

/** The ledger in the object store: entries by number, each believed only if a node of this installation wrote it. */
export type LedgerStore = {
  /** `exists` when this very entry is there already. Throws LedgerForked when the number holds something else. */
  put: (number: number, body: string, call?: ObjectCall) => Promise<'put' | 'exists'>
  cell: number
  get: (number: number, call?: ObjectCall) => Promise<LedgerEntry>
  /** Whether the entry is there, of whatever database. */
  has: (number: number, call?: ObjectCall) => Promise<boolean>
  /** The numbers behind this one, in order. */
  numbersAfter: (number: number, call?: ObjectCall) => AsyncIterable<number>
  remove: (numbers: number[], call?: ObjectCall) => Promise<void>
}

const kind = 'ledger'

export const createLedgerStore = (objects: NumberedObjects, keys: LedgerKeys, cell: number): LedgerStore => {
  const keyOf = (number: number) => numberedKey({ cell, kind }, number)
  const get: LedgerStore['get'] = async (number, call) => {
    const entry = keys.open(number, await objects.get(keyOf(number), call))
    if (!entry) throw new EntryUnreadable(number, keyOf(number))
    return entry
  }
  return {
    cell,
    get,
    put: async (number, body, call) => {
      const outcome = await objects.put(keyOf(number), keys.seal(number, body), call)
      // Another node of this database, or this one before it died, may have been here. Bodies are compared and not bytes:
      // while the root key is replaced nodes seal with different keys.
      if (outcome === 'exists' && JSON.stringify(await get(number, call)) !== JSON.stringify(JSON.parse(body)))
        throw new LedgerForked(number)
      return outcome
    },
    has: async (number, call) => {
      try {
        await objects.get(keyOf(number), call)
        return true
      } catch (error) {
        if (error instanceof ObjectMissing) return false
        throw error
      }
    },
    numbersAfter: async function* numbersAfter(number, call) {
      for await (const key of objects.list(keyOf(number), call)) yield numberOf(key)
    },
    remove: (numbers, call) => objects.remove(numbers.map(keyOf), call),
  }
}
