import { describe, expect, it } from 'vitest'
import { rootKey } from '#test'
import { createLedgerKeys } from './entry.ts'

const body = JSON.stringify({ number: 7, endings: [[1, 'api_key', 12]] })
const keysOf = (current: number, previous: number | null = null, cell = 0) =>
  createLedgerKeys({ current: rootKey(current), previous: previous === null ? null : rootKey(previous) }, cell)

describe('an entry of the ledger', () => {
  it('is believed as it was sealed', () => {
    expect(keysOf(1).open(7, keysOf(1).seal(7, body))).toEqual(JSON.parse(body))
  })

  it('says nothing under another number, in another cell, with another root key, or when any of it was changed', () => {
    const sealed = keysOf(1).seal(7, body)

    expect(keysOf(1).open(8, sealed)).toBeNull()
    expect(keysOf(1, null, 1).open(7, sealed)).toBeNull()
    expect(keysOf(2).open(7, sealed)).toBeNull()
    for (const forged of [sealed.toString().replace('12', '13'), body, `${body}\n`, `${body}\n\n`, '', '\n', `${body}\nAAAA`])
      expect(keysOf(1).open(7, Buffer.from(forged))).toBeNull()
  })

  it('is believed between any two steps of replacing the root key', () => {
    const steps = [keysOf(1), keysOf(2, 1), keysOf(2)] as const
    const isBelieved = (from: number, to: number): boolean =>
      (steps[to] ?? steps[0]).open(7, (steps[from] ?? steps[0]).seal(7, body)) !== null

    expect([isBelieved(0, 1), isBelieved(1, 0), isBelieved(1, 2), isBelieved(2, 1)]).toEqual([true, true, true, true])
    expect(isBelieved(0, 2)).toBe(false)
  })
})
