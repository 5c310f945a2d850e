import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createClient, migrate, type Migration, readFunctions, readMigrations } from '#db'
import { createEmptyDatabase, type EmptyDatabase, serviceUser } from '#test'

const newest = readMigrations().length
const functionFiles = readFunctions().files.filter(({ isEveryRun }) => !isEveryRun).length

let database: EmptyDatabase
let said: string[]

beforeEach(async () => {
  database = await createEmptyDatabase(inject('postgresUrl'))
  said = []
})
afterEach(() => database.drop())

const run = (migrations?: Migration[], options: { cell?: number } = {}) =>
  migrate({ url: database.url, serviceUser, ...options, ...(migrations ? { migrations } : {}) }, (line) => void said.push(line))

const step = (version: number, sql: string, more: Partial<Migration> = {}): Migration => ({
  version,
  name: `step_${version}`,
  sql,
  checksum: sql,
  isTransactional: true,
  oldestReader: 1,
  ...more,
})

const applied = async (): Promise<number[]> =>
  (await database.query<{ version: number }>('select version from schema_migrations order by version')).map(({ version }) => version)

const hasTable = async (name: string): Promise<boolean> =>
  (await database.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name]))[0]?.found === true

const waitingMigrators = () =>
  database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'facet migrate' and wait_event_type = 'Lock'",
  )

describe('migrate', () => {
  it('brings an empty database to the newest schema, and a second run finds nothing to do', async () => {
    expect(await run()).toEqual({ from: 0, to: newest, functions: functionFiles })
    expect(said).toHaveLength(newest + 1)
    expect(said[0]).toMatch(/^applied 0001 tenancy in \d+ ms$/)

    said = []
    expect(await run()).toEqual({ from: newest, to: newest, functions: 0 })
    expect(said).toEqual([])
    expect(await applied()).toEqual(Array.from({ length: newest }, (_, index) => index + 1))
  })

  it('applies each migration once when two migrators start together', async () => {
    const outcomes = await Promise.all([run(), run(), run()])

    expect(outcomes.filter(({ from }) => from === 0)).toHaveLength(1)
    expect(outcomes.filter(({ from, to, functions }) => from === newest && to === newest && functions === 0)).toHaveLength(2)
    expect(said).toHaveLength(newest + 1)
  })

  it('leaves nothing of a migration that fails, lets go of the lock, and goes on from there', async () => {
    const good = step(1, 'create table first (id int)')
    const bad = step(2, 'create table second (id int); select 1 / 0')

    await expect(run([good, bad, step(3, 'create table third (id int)')])).rejects.toMatchObject({
      message: 'Migration 2 step_2 failed and was undone; nothing after it ran.',
      cause: { code: '22012' },
    })
    expect(await applied()).toEqual([1])
    expect([await hasTable('first'), await hasTable('second'), await hasTable('third')]).toEqual([true, false, false])

    expect(await run([good, step(2, 'create table second (id int)')])).toEqual({ from: 1, to: 2, functions: 0 })
    expect(await hasTable('second')).toBe(true)
  })

  it('leaves nothing of a migrator that is killed halfway, and the next one is not kept waiting', async () => {
    const gate = createClient(database.url)
    await gate.connect()
    await gate.query('select pg_advisory_lock(77)')
    const halfway = [step(1, 'create table first (id int)'), step(2, 'create table second (id int); select pg_advisory_lock(77)')]

    const killed = run(halfway).catch((error: unknown) => error)
    const [migrator] = await vi.waitFor(async () => {
      const waiting = await waitingMigrators()
      expect(waiting).toHaveLength(1)
      return waiting
    }, 4000)
    await database.query('select pg_terminate_backend($1, 5000)', [migrator?.pid])

    expect(await killed).toMatchObject({ cause: { code: '57P01' } })
    expect(String(await killed)).toContain('Migration 2 step_2 failed and was undone')
    expect([await hasTable('first'), await hasTable('second')]).toEqual([true, false])
    await gate.end()
    expect(await run(halfway)).toEqual({ from: 1, to: 2, functions: 0 })
    expect(await hasTable('second')).toBe(true)
  })

  it('refuses a migration that was edited after it was applied', async () => {
    await run([step(1, 'create table first (id int)')])

    await expect(run([step(1, 'create table first (id bigint)'), step(2, 'create table second (id int)')])).rejects.toThrow(
      'Migration 1 step_1 was changed after it was applied. Put it back and add a new one.',
    )
    expect(await hasTable('second')).toBe(false)
  })

  it('runs what PostgreSQL refuses inside a transaction, when the migration says so', async () => {
    const index = 'create index concurrently first_idx on first (id)'

    await expect(run([step(1, 'create table first (id int)'), step(2, index)])).rejects.toMatchObject({ cause: { code: '25001' } })
    expect(await run([step(1, 'create table first (id int)'), step(2, index, { isTransactional: false })])).toEqual({
      from: 1,
      to: 2,
      functions: 0,
    })
    expect(await hasTable('first_idx')).toBe(true)
  })

  it('does not claim to have undone what ran outside a transaction', async () => {
    const broken = step(1, 'create index concurrently nowhere_idx on nowhere (id)', { isTransactional: false })

    const error = await run([broken]).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ cause: { code: '42P01' } })
    expect(String(error)).not.toContain('undone')
  })

  it('keeps the oldest schema a build must know, which readiness asks for', async () => {
    await run([step(1, 'select 1'), step(2, 'select 1', { oldestReader: 2 })])

    const rows = await database.query('select version, oldest_reader from schema_migrations order by version')
    expect(rows).toEqual([
      { version: 1, oldest_reader: 1 },
      { version: 2, oldest_reader: 2 },
    ])
  })

  it('lets the service in: a member of the service role that reads the journal', async () => {
    await run()
    const service = createClient(database.serviceUrl)
    await service.connect()

    const { rows } = await service.query('select count(*) as applied, pg_has_role($1, $2) as member from schema_migrations', [
      'facet_service',
      'usage',
    ])
    await service.end()

    expect(rows).toEqual([{ applied: newest, member: true }])
  })

  it('leaves the service no way to make tables, temporary ones included, also in a database that came from a dump', async () => {
    await run()
    await database.query(
      "do $$ begin execute format('grant temporary on database %I to public', current_database()); grant create on schema public to public; end $$",
    )
    await run()
    const service = createClient(database.serviceUrl)
    await service.connect()
    const refusals = []
    for (const table of ['temporary table pg_class', 'table public.planted'])
      refusals.push(await service.query(`create ${table} (id int)`).catch((error: unknown) => error))
    await service.end()

    expect(refusals).toMatchObject([{ code: '42501' }, { code: '42501' }])
  })

  it('moves the ids of a cell to its own range, and never back', async () => {
    const next = async (): Promise<number> => (await database.query<{ id: number }>("select nextval('facet_ids') as id"))[0]?.id ?? 0

    await run(undefined, { cell: 5 })
    const first = await next()
    await run(undefined, { cell: 5 })
    const second = await next()
    await run()

    await expect(run(undefined, { cell: 4 })).rejects.toThrow('FACET_CELL is 4, but the ids of this database are of cell 5. Set it to 5.')
    expect([first, second, await next()]).toEqual([5 * 2 ** 40 + 2, 5 * 2 ** 40 + 3, 5 * 2 ** 40 + 4])
  })
})
