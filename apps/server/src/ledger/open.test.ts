import { rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type NumberedKey, numberedKey } from '#adapters/object-store'
import { dataSettings, givenKey, programEnv, rootKey, type RunningServer, send, serveFacet, startServer, useServer } from '#test'
import { createLedgerKeys } from './entry.ts'
import { getLedger } from './ledger-queries.ts'

const server = useServer()

const keyOf = (number: number): NumberedKey => numberedKey({ cell: 0, kind: 'ledger' }, number)
const soon = { timeout: 30_000, interval: 20 }

/** A node and its database for one test: it will not serve again. */
const givenNode = async (): Promise<RunningServer> => {
  const node = await startServer()
  onTestFinished(async () => {
    await node.stop()
    await node.database.drop()
  })
  return node
}

describe('while nodes run', () => {
  it('what a request ended is in the store when it is answered', async () => {
    const owner = await server.admin()
    const { keyId } = await givenKey(server, owner)
    const { calls, objects } = server.services()

    await owner.api.deleteApiKey({ params: { apiKeyId: keyId } })

    // Unless the machine is so busy that a put takes more than two seconds: the answer waits no longer.
    await vi.waitFor(async () => expect((await getLedger(calls)).waiting).toBe(0), soon)
    const stored = await getLedger(calls)
    const endings: unknown[] = []
    for await (const key of objects.numbered.list(keyOf(0))) endings.push((await objects.numbered.get(key)).toString())
    expect(stored.stored_number).toBe(stored.number)
    expect(endings.join('')).toContain(`[${owner.tenantId}, "api_key", ${keyId}]`)
    expect(endings.join('')).not.toContain(owner.host)
  })

  it('a store that is away keeps nothing from ending, and is told when it is back', async () => {
    const owner = await server.admin()
    const { keyId } = await givenKey(server, owner)
    const { calls } = server.services()
    const folder = fileURLToPath(dataSettings(server.database().serviceUrl)['FACET_OBJECT_STORE'] ?? '')
    await vi.waitFor(async () => expect((await getLedger(calls)).waiting).toBe(0), soon)
    await rename(folder, `${folder}-gone`)
    await writeFile(folder, 'not a folder')

    await owner.api.deleteApiKey({ params: { apiKeyId: keyId } })

    const away = await getLedger(calls)
    expect([away.waiting > 0, away.stored_number < away.number || away.waiting > 0]).toEqual([true, true])
    expect((await fetch(`${server.url()}/readyz`)).status).toBe(200)
    await rm(folder)
    await rename(`${folder}-gone`, folder)
    await vi.waitFor(async () => expect((await getLedger(calls)).waiting).toBe(0), soon)
  })

  it('ids that are given out are marked, and an installation at rest writes nothing', async () => {
    const { calls } = server.services()
    await server.admin()
    await vi.waitFor(async () => expect(await getLedger(calls)).toMatchObject({ waiting: 0 }), soon)
    const marked = async () => {
      const row = await getLedger(calls)
      expect(row.given_ids).toBe(row.last_id)
      expect(row.stored_number).toBe(row.number)
      return row.number
    }

    const number = await vi.waitFor(marked, soon)

    // Three turns of a node that has nothing to tell.
    const turns = await server.query<{ number: string }>('select pg_sleep(1.5), number from ledger')
    expect([turns[0]?.number, await marked()]).toEqual([String(number), number])
  })
})

describe('a node whose database is replaced below it', () => {
  it.each([
    ['by a copy from before', 'update ledger set number = number - 1', /is at \d+ now: it was restored from a backup/],
    [
      'by a copy that was made fit',
      'update ledger set timeline_id = gen_random_uuid()',
      /was restored from a backup while this process ran/,
    ],
    ['by that of another installation', 'update ledger set installation_id = gen_random_uuid()', /another installation/],
  ])('%s answers nothing more and says why', async (_, replace, reason) => {
    const node = await givenNode()
    const { key } = await node.addTenant('own.test')
    const ask = () =>
      send(`${node.address}/api/v1/regions`, { headers: { 'x-forwarded-host': 'own.test', authorization: `Bearer ${key}` } })
    await vi.waitFor(async () => expect((await getLedger(node.services.calls)).stored_number).toBeGreaterThan(0), soon)
    expect((await ask()).status).toBe(200)

    await node.database.query(replace)

    await expect(node.services.ledger.stale).resolves.toMatch(reason)
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect((await send(`${node.address}/livez`)).status).toBe(200)
  })

  it('stops facet serve with exit code 1 and the command to run', async () => {
    const { database } = server
    const copy = await database().copy()
    onTestFinished(() => copy.drop())
    const { ended } = await serveFacet(programEnv(copy.serviceUrl))
    await vi.waitFor(async () => expect(await copy.query('select from ledger_entries where stored_at is not null')).not.toEqual([]), soon)

    await copy.query('update ledger set number = number - 1')

    const { code, stderr } = await ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet: The database was at entry \d+ .* Run facet restored/)
  })
})

describe('an entry of another', () => {
  const sealed = (number: number, entry: object, key = 7): Buffer =>
    createLedgerKeys({ current: rootKey(key), previous: null }, 0).seal(number, JSON.stringify({ number, endings: [], ...entry }))

  it('under the number that this database is about to write ends its service', async () => {
    const node = await givenNode()
    const { numbered } = node.services.objects
    const row = await getLedger(node.services.calls)
    // Several, since a marker of its own may have the first of them a moment before.
    for (const number of [1, 2, 3].map((ahead) => row.number + ahead))
      await numbered.put(keyOf(number), sealed(number, { installation: row.installation_id, timeline: 'another' }))

    await node.addTenant('own.test')

    await expect(node.services.ledger.stale).resolves.toMatch(/Another database wrote entry|was left behind when another backup/)
  })

  it.each([
    ['whose installation is another', (number: number) => sealed(number, { installation: 'another' }), /ledger of another installation/],
    ['that nobody with the root key wrote', (number: number) => sealed(number, {}, 8), /not written with this root key.*remove it/],
    ['that is no entry at all', () => Buffer.from('hello'), /not written with this root key.*remove it/],
  ])('%s keeps a database from being served, and says what to do', async (_, entryOf, reason) => {
    const node = await givenNode()
    const { number } = await getLedger(node.services.calls)
    await node.stop()
    const elsewhere = number + 100
    await node.services.objects.numbered.put(keyOf(elsewhere), entryOf(elsewhere))

    await expect(startServer({}, node.database)).rejects.toThrow(reason)
  })
})
