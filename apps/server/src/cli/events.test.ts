import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '#context'
import { printedBy, programEnv, runFacet, testConfig, useDatabase } from '#test'
import { doctor } from './doctor.ts'
import { listEventsCommand, retryEventsCommand } from './events.ts'

const database = useDatabase()
let config: Config

beforeAll(async () => {
  config = testConfig(database.serviceUrl)
})
beforeEach(async () => {
  await database.query('delete from tenants')
  await database.query("insert into tenants (name) values ('acme')")
})

const list = (options: Record<string, string> = {}, isJson = false) =>
  printedBy((output) => listEventsCommand(config, options, output), { isJson })
const retry = (options: Record<string, string>, isJson = false) =>
  printedBy((output) => retryEventsCommand(config, options, output), { isJson })

/** Dead events, each of a subject of its own, behind which two others wait. Answers the ids of the dead ones. */
const givenDead = async (count: number): Promise<number[]> => {
  const rows = await database.query<{ id: string }>(
    `insert into outbox_events (tenant_id, kind, subject, payload, attempts, dead_at, last_error)
     select t.id, 'thing.happened', 's' || n, '{}', 20, '2026-01-02T03:04:05Z', 'The store is away.' from tenants t, generate_series(1, $1::int) n
     returning id`,
    [count],
  )
  await database.query(
    "insert into outbox_events (tenant_id, kind, subject, payload) select tenant_id, kind, subject, '{}' from outbox_events, generate_series(1, 2)",
  )
  return rows.map(({ id }) => Number(id))
}
const deadIds = async () =>
  (await database.query<{ id: string }>('select id from outbox_events where dead_at is not null order by id')).map(({ id }) => Number(id))

describe('facet events list', () => {
  it('says that none is dead', async () => {
    await database.query("insert into outbox_events (tenant_id, kind, subject, payload) select id, 'a.b', 'c', '{}' from tenants")

    expect(await list()).toBe('no event is dead')
    expect(await list({}, true)).toBe('')
  })

  it('says of each what it is about, why it was given up, and how many wait behind it', async () => {
    const [id] = await givenDead(1)

    expect((await list()).split('\t')).toEqual([
      String(id),
      'acme',
      'thing.happened',
      's1',
      '20 attempts',
      'dead since 2026-01-02T03:04:05.000Z',
      '2 behind it',
      'The store is away.',
    ])
    expect(JSON.parse(await list({}, true))).toMatchObject({
      id,
      tenant: 'acme',
      kind: 'thing.happened',
      subject: 's1',
      attempts: 20,
      deadAt: '2026-01-02T03:04:05.000Z',
      lastError: 'The store is away.',
      waitingBehind: 2,
    })
  })

  it('shows a hundred at most, and goes on behind the last', async () => {
    const ids = await givenDead(150)
    const idsIn = (text: string) => text.split('\n').flatMap((line) => (/^\d+\t/.test(line) ? [Number(line.split('\t')[0])] : []))

    const first = idsIn(await list())
    const second = idsIn(await list({ after: String(first.at(-1)) }))

    expect(first).toHaveLength(100)
    expect([...first, ...second]).toEqual(ids)
  })

  it.each(['x', '-1', '1.5', '99999999999999999'])('refuses %j as an id', async (after) => {
    await expect(list({ after })).rejects.toThrow(`--after: "${after}" is not the id of an event.`)
  })
})

describe('facet events retry', () => {
  it('has one tried again and leaves the others', async () => {
    const [first = 0, ...others] = await givenDead(3)

    expect(await retry({ id: String(first) })).toContain('1 event is tried again')
    expect(await deadIds()).toEqual(others)
    expect(await database.query('select attempts, dead_at, due_at <= now() as due from outbox_events where id = $1', [first])).toEqual([
      { attempts: 0, dead_at: null, due: true },
    ])
    await expect(retry({ id: String(first) })).rejects.toThrow(`Event ${first} is not dead`)
  })

  it('has all tried again, however many', async () => {
    await givenDead(2500)

    expect(await retry({ all: 'true' }, true)).toBe('{"retried":2500}')
    expect(await deadIds()).toEqual([])
  })

  it('needs to be told which', async () => {
    const { code, stderr } = await runFacet(['events', 'retry'], programEnv(database.serviceUrl))

    expect(code).toBe(2)
    expect(stderr).toContain('--id')
  })
})

it('facet doctor warns about dead events and exits with 0', async () => {
  await givenDead(2)
  const lines: string[] = []

  const isHealthy = await doctor(programEnv(database.serviceUrl), ['api'], { isJson: false, say: (line) => void lines.push(line) })

  expect(isHealthy).toBe(true)
  expect(lines).toContain(
    'warn  events: 2 events are dead, and what comes behind waits. facet events list says why; then facet events retry.',
  )
})
