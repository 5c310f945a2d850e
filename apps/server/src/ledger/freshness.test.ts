import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createFolderStore, type NumberedObjects } from '#adapters/object-store'
import { createFunctionCalls } from '#db'
import { cloneDatabase, rootKey } from '#test'
import { openLedger } from './open.ts'

/** A store that is away for the first look at it, and lets the second one wait. */
const hesitating = (objects: NumberedObjects) => {
  const [begun, released, over] = [Promise.withResolvers<null>(), Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  let looks = 0
  const list: NumberedObjects['list'] = async function* listLate(after, call) {
    looks++
    if (looks === 1) throw new Error('away')
    begun.resolve(null)
    await released.promise
    yield* objects.list(after, call)
    over.resolve(null)
  }
  return { objects: { ...objects, list }, begun: begun.promise, release: () => released.resolve(null), over: over.promise }
}

it('a node does not serve a replaced database after an earlier check succeeds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-standing-'))
  const database = await cloneDatabase(inject('postgresUrl'))
  const calls = createFunctionCalls(database.serviceUrl)
  const { objects, begun, release, over } = hesitating(createFolderStore(folder).numbered)
  const rootKeys = { current: rootKey(7), previous: null }
  const ledger = await openLedger({ calls, objects, rootKeys, cell: 0, keepDays: 30, onProblem: () => undefined })
  onTestFinished(async () => {
    await ledger.stop()
    await calls.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  expect(ledger.problem()).toContain('away')
  await begun
  await database.query('update ledger set timeline_id = gen_random_uuid()')
  const reason = await ledger.stale

  release()
  await over
  await turnOfTheLoop()

  expect(ledger.problem()).toBe(reason)
})
