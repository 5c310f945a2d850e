import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolderStore } from '#adapters/object-store'
import { rootKey } from '#test'
import { createLedgerKeys, type Ending, type LedgerEntry } from './entry.ts'
import type { LedgerRow } from './ledger-queries.ts'
import { createLedgerStore, type LedgerStore } from './ledger-store.ts'
import { readEntries } from './read-entries.ts'

let folder: string
let store: LedgerStore

const storeWith = (key: number): LedgerStore =>
  createLedgerStore(createFolderStore(folder).numbered, createLedgerKeys({ current: rootKey(key), previous: null }, 0), 0)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet-ledger-'))
  store = storeWith(7)
})
afterEach(() => rmSync(folder, { recursive: true }))

const ended = (id: number): Ending => [1, 'api_key', id]

/** As a database writes them: each names the one before it that was more than a marker. */
const write = (number: number, previous: number | null, endings: Ending[], more: Partial<LedgerEntry> = {}, into = store) => {
  const isMarker = endings.length === 0
  const entry = {
    installation: 'own',
    timeline: 'first',
    number,
    previous,
    isMarker,
    ids: number * 10,
    restoreEpoch: 1,
    at: '2026-01-01',
    endings,
  }
  return into.put(number, JSON.stringify({ ...entry, ...more }))
}

const copyAt = (number: number, endingNumber: number | null, more: Partial<LedgerRow> = {}): LedgerRow => ({
  installation_id: 'own',
  timeline_id: 'first',
  number,
  stored_number: number,
  ending_number: endingNumber,
  unread_after: null,
  restore_epoch: 1,
  given_ids: 0,
  last_id: 0,
  waiting: 0,
  waiting_seconds: 0,
  ...more,
})

describe('what a copy reads of the ledger', () => {
  it('is everything behind its own number, in order, with the newest ids', async () => {
    await write(1, 0, [ended(1)])
    await write(2, 1, [ended(2), ended(3)])
    await write(3, 2, [])
    for (let number = 4; number < 40; number++) await write(number, number === 4 ? 2 : number - 1, [ended(number)])

    const read = await readEntries(store, copyAt(1, 1))

    expect(read.endings.map(([, , id]) => id)).toEqual([2, 3, ...Array.from({ length: 36 }, (_, at) => at + 4)])
    expect(read).toMatchObject({ newest: 39, ids: 390, restoreEpoch: 1, gaps: [] })
    expect(read.known.filter(({ isMarker }) => isMarker)).toEqual([{ number: 3, isMarker: true, at: '2026-01-01' }])
    expect(await readEntries(store, copyAt(39, 39))).toMatchObject({ endings: [], newest: 39, gaps: [] })
  })

  it('begins at the last entry it knows to be stored, and where an earlier run gave up', async () => {
    for (const number of [1, 2, 3]) await write(number, number - 1, [ended(number)])

    expect((await readEntries(store, copyAt(3, 3, { stored_number: 1 }))).endings).toEqual([ended(2), ended(3)])
    expect((await readEntries(store, copyAt(900, null, { unread_after: 2 }))).endings).toEqual([ended(3)])
  })

  it('does not miss markers that are gone, and misses an entry that held endings', async () => {
    await write(1, 0, [ended(1)])
    await write(2, 1, [])
    await write(4, 1, [ended(4)])
    await write(7, 6, [])

    const { gaps, endings } = await readEntries(store, copyAt(1, 1))

    expect(endings).toEqual([ended(4)])
    expect(gaps).toEqual(['Entry 7 of the ledger follows entry 6, which is not in the object store.'])
    // A copy from before what is kept.
    expect((await readEntries(store, copyAt(0, 0))).gaps).toHaveLength(1)
    await store.remove([1, 2])
    expect((await readEntries(store, copyAt(0, 0))).gaps[0]).toBe(
      'Entry 4 of the ledger follows entry 1, which is not in the object store.',
    )
  })

  it('goes across a restore, also one that did not know what was before', async () => {
    await write(1, 0, [ended(1)])
    await write(2, 1, [ended(2)])
    await write(3, 2, [], { isMarker: false, timeline: 'second', restoreEpoch: 2 })
    await write(500, null, [], { isMarker: false, timeline: 'third', restoreEpoch: 3 })
    await write(501, 500, [ended(5)], { timeline: 'third', restoreEpoch: 3 })

    const read = await readEntries(store, copyAt(1, 1))

    expect(read).toMatchObject({ endings: [ended(2), ended(5)], gaps: [], newest: 501, restoreEpoch: 3 })
  })

  it('does not believe what no node wrote, and says so', async () => {
    await write(2, 1, [ended(2)])
    await write(3, 2, [ended(3)], {}, storeWith(8))

    const { endings, gaps, newest } = await readEntries(store, copyAt(1, 1))

    expect([endings, newest]).toEqual([[ended(2)], 3])
    expect(gaps).toEqual([
      expect.stringMatching(/^Entry 3 of the ledger, the object cells\/0\/ledger\/0{15}3, was not written with this root key/),
    ])
  })

  it('names a kind that a newer build ended, and does not pass over it', async () => {
    await write(2, 1, [[1, 'dashboard' as never, 9], ended(2)])

    const { endings, gaps } = await readEntries(store, copyAt(1, 1))

    expect(endings).toEqual([ended(2)])
    expect(gaps).toEqual(['Entry 2 of the ledger says "dashboard", which this build does not know: use the newest one.'])
  })

  it('is refused when it is of another installation', async () => {
    await write(2, 1, [ended(2)], { installation: 'other' })

    await expect(readEntries(store, copyAt(1, 1))).rejects.toThrow(/ledger of another installation \(other; this database belongs to own\)/)
  })
})
