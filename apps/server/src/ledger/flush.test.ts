import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createFolderStore, type NumberedObjects } from '#adapters/object-store'
import { createFunctionCalls, type FunctionCalls } from '#db'
import { cloneDatabase, fillTenant, rootKey, type TestDatabase } from '#test'
import { createLedgerKeys, type Ending } from './entry.ts'
import { createFlush, flushOnce } from './flush.ts'
import { getLedger } from './ledger-queries.ts'
import { createLedgerStore, type LedgerStore } from './ledger-store.ts'
import { openLedger } from './open.ts'
import { pruneLedger } from './prune.ts'

const never = 2 ** 30

let database: TestDatabase
let calls: FunctionCalls
let folder: string
let objects: NumberedObjects
let store: LedgerStore
let tenantId: number

const storeOver = (under: NumberedObjects): LedgerStore =>
  createLedgerStore(under, createLedgerKeys({ current: rootKey(7), previous: null }, 0), 0)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-ledger-'))
  database = await cloneDatabase(inject('postgresUrl'))
  tenantId = await fillTenant(database.query, 'own')
  calls = createFunctionCalls(database.serviceUrl)
  objects = createFolderStore(folder).numbered
  store = storeOver(objects)
})
beforeEach(() => flushOnce(calls, store, 0))
afterAll(async () => {
  await calls.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const end = (kind: string, subjectId: number) =>
  database.query('insert into endings (tenant_id, kind, subject_id) values ($1, $2, $3)', [tenantId, kind, subjectId])
const numbersAfter = async (number: number): Promise<number[]> => {
  const found: number[] = []
  for await (const one of store.numbersAfter(number)) found.push(one)
  return found
}
const endingsAfter = async (number: number): Promise<Ending[]> => {
  const found: Ending[] = []
  for (const one of await numbersAfter(number)) found.push(...(await store.get(one)).endings)
  return found
}

describe('what was ended', () => {
  it('is in the store with ids and kinds, in its order, under the next number', async () => {
    const before = await getLedger(calls)
    await end('api_key', 1)
    await end('principal', 2)

    await flushOnce(calls, store, never)

    expect(await numbersAfter(before.number)).toEqual([before.number + 1])
    expect(await store.get(before.number + 1)).toMatchObject({
      installation: before.installation_id,
      timeline: before.timeline_id,
      previous: before.ending_number,
      isMarker: false,
      restoreEpoch: 1,
      endings: [
        [tenantId, 'api_key', 1],
        [tenantId, 'principal', 2],
      ],
    })
    expect(await getLedger(calls)).toMatchObject({ number: before.number + 1, stored_number: before.number + 1, waiting: 0 })
  })

  it('waits while the store is away, and is told whole and once when it is back', async () => {
    const before = await getLedger(calls)
    const away = storeOver({ ...objects, put: () => Promise.reject(new Error('away')) })
    for (const id of [1, 2]) {
      await end('api_key', id)
      await expect(flushOnce(calls, away, never)).rejects.toThrow('away')
    }
    await end('api_key', 3)
    expect(await getLedger(calls)).toMatchObject({ stored_number: before.stored_number, waiting: 3 })

    await flushOnce(calls, store, never)

    expect(await endingsAfter(before.number)).toEqual([1, 2, 3].map((id) => [tenantId, 'api_key', id]))
    expect(await getLedger(calls)).toMatchObject({ waiting: 0 })
  })

  it('is told once by a node that died between the put and its note, and by several at once', async () => {
    const before = await getLedger(calls)
    await end('api_key', 1)
    const dying: FunctionCalls = {
      ...calls,
      call: (name, text, values) => (name === 'note-stored-entry' ? Promise.reject(new Error('killed')) : calls.call(name, text, values)),
    }
    await expect(flushOnce(dying, store, never)).rejects.toThrow('killed')
    await end('api_key', 2)
    const others = [createFunctionCalls(database.serviceUrl), createFunctionCalls(database.serviceUrl)]

    await Promise.all([calls, ...others].map((each) => flushOnce(each, store, never)))

    await Promise.all(others.map((each) => each.close()))
    expect(await endingsAfter(before.number)).toEqual([1, 2].map((id) => [tenantId, 'api_key', id]))
  })

  it('of a transaction that was undone is not told, and leaves no gap in the numbers', async () => {
    const before = await getLedger(calls)
    await database.query('begin')
    await end('api_key', 1)
    await database.query('select facet_number_endings(0)')
    await database.query('rollback')
    await end('api_key', 2)

    await flushOnce(calls, store, never)

    expect(await numbersAfter(before.number)).toEqual([before.number + 1])
    expect(await endingsAfter(before.number)).toEqual([[tenantId, 'api_key', 2]])
  })

  it('meets what another database wrote under the same number, and says so', async () => {
    const { number, installation_id: installation } = await getLedger(calls)
    const elsewhere = { installation, timeline: 'of another', number: number + 1, endings: [] }
    await objects.put(`cells/0/ledger/${String(number + 1).padStart(16, '0')}` as never, sealed(number + 1, elsewhere))
    await end('api_key', 1)

    await expect(flushOnce(calls, store, never)).rejects.toMatchObject({ name: 'LedgerForked' })

    await store.remove([number + 1])
    await flushOnce(calls, store, never)
  })
})

const sealed = (number: number, entry: object): Buffer =>
  createLedgerKeys({ current: rootKey(7), previous: null }, 0).seal(number, JSON.stringify(entry))

describe('a marker', () => {
  it('is written when ids were given out, not too often, and never for nothing', async () => {
    const before = await getLedger(calls)
    await flushOnce(calls, store, 0)
    expect(await numbersAfter(before.number)).toEqual([])

    const [given] = await database.query<{ id: string }>("select nextval('facet_ids') as id")
    await flushOnce(calls, store, never)
    expect(await numbersAfter(before.number)).toEqual([])
    await flushOnce(calls, store, 0)

    expect(await numbersAfter(before.number)).toEqual([before.number + 1])
    expect(await store.get(before.number + 1)).toMatchObject({ isMarker: true, ids: Number(given?.id), endings: [] })
  })

  it('waits for the one before it to be stored: they do not pile up while the store is away', async () => {
    const before = await getLedger(calls)
    const away = storeOver({
      ...objects,
      put: () => Promise.reject(new Error('away')),
    })

    for (let turn = 0; turn < 3; turn++) {
      await database.query("select nextval('facet_ids')")
      await expect(flushOnce(calls, away, 0)).rejects.toThrow('away')
    }

    expect((await getLedger(calls)).number).toBe(before.number + 1)
  })

  it('of the last ids is written by a node that stops, however new the entry before it is', async () => {
    const rootKeys = { current: rootKey(7), previous: null }
    const ledger = await openLedger({ calls, objects, rootKeys, cell: 0, keepDays: 30, onProblem: () => undefined })
    await end('api_key', 1)
    await ledger.settle()
    await database.query("select nextval('facet_ids')")

    await ledger.stop()

    const stopped = await getLedger(calls)
    expect([stopped.given_ids, stopped.stored_number]).toEqual([stopped.last_id, stopped.number])
  })

  it('goes when a newer entry is there; endings stay until they are old, and the newest entry for ever', async () => {
    await database.query("select nextval('facet_ids')")
    await flushOnce(calls, store, 0)
    const { number: marker } = await getLedger(calls)
    await end('api_key', 1)
    await flushOnce(calls, store, never)
    const { number: ending } = await getLedger(calls)

    await pruneLedger(calls, store, 1)
    expect(await numbersAfter(marker - 1)).toEqual([ending])

    await database.query("update ledger_entries set at = now() - interval '2 days'")
    await pruneLedger(calls, store, 1)
    expect(await numbersAfter(0)).toEqual([ending])
    await database.query("select nextval('facet_ids')")
    await flushOnce(calls, store, 0)
    await pruneLedger(calls, store, 1)
    expect(await numbersAfter(0)).toEqual([ending + 1])
  })
})

describe('one flush at a time', () => {
  it('gives whoever asks during one the next, and all of them the same', async () => {
    const ends: (() => void)[] = []
    const flush = createFlush(() => new Promise<void>((resolve) => ends.push(resolve)))
    const done: string[] = []
    const first = flush().then(() => done.push('first'))
    const second = flush().then(() => done.push('second'))
    const third = flush().then(() => done.push('third'))
    expect(ends).toHaveLength(1)

    ends[0]?.()
    await first
    expect(done).toEqual(['first'])
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.()
    await Promise.all([second, third])

    expect([done, ends.length]).toEqual([['first', 'second', 'third'], 2])
  })

  it('goes on after one that failed', async () => {
    let runs = 0
    const flush = createFlush(async () => {
      runs += 1
      if (runs === 1) throw new Error('away')
    })
    const outcomes = await Promise.allSettled([flush(), flush()])

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await flush()
    expect(runs).toBe(3)
  })
})
