import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Task } from '#context'
import { type Client, createClient } from '#db'
import { cloneDatabase, fillTenant, type RunningServer, startServer, type TestDatabase } from '#test'
import { startTasks } from './tasks.ts'

let database: TestDatabase
let tenantId: number
let holder: Client
const servers: RunningServer[] = []

beforeEach(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  tenantId = await fillTenant(database.query, 'kept')
  // Those are no keys that a server could open.
  await database.query('delete from data_keys')
  await database.query('delete from encryption_keys')
  holder = createClient(database.adminUrl)
  await holder.connect()
})
afterEach(async () => {
  await holder.end()
  for (const server of servers.splice(0)) await server.stop()
  await database.drop()
})

const monthsOfAudit = async (): Promise<string[]> =>
  (await database.query<{ name: string }>("select relname as name from pg_class where relname ~ '^audit_entries_\\d{6}$' order by 1")).map(
    ({ name }) => name,
  )

/** Something for each task to do: a month, hours, an answer that expired, hours that are old. */
type Work = { months: string[]; hour: string }

const leaveWork = async (): Promise<Work> => {
  const months = await monthsOfAudit()
  await database.query(`drop table ${months.at(-1)}`)
  await database.query("select facet_make_embed_partition('embed_sessions', 1000)")
  await database.query(
    "insert into idempotency_keys (tenant_id, credential_id, operation, key, request_hash, expires_at) values ($1, 1, 'x', 'old', '', now() - interval '1 second')",
    [tenantId],
  )
  const [next] = await database.query<{ hour: string }>("select 'embed_grants_' || (facet_bucket(now()) + 4) as hour")
  const hour = next?.hour ?? ''
  // Not there yet if an hour has begun since the database was made: then its rows are in the default, which would keep it from being made.
  await database.query('delete from embed_grants where bucket >= facet_bucket(now()) + 4')
  await database.query(`drop table if exists ${hour}`)
  return { months, hour }
}

const leftToDo = async ({ months, hour }: Work): Promise<string[]> => {
  const [row] = await database.query<{ old: boolean; keys: number; hour: boolean }>(
    `select to_regclass('embed_sessions_1000') is not null as old, (select count(*)::int from idempotency_keys where key = 'old') as keys,
       to_regclass($1) is null as hour`,
    [hour],
  )
  return [
    ...((await monthsOfAudit()).length < months.length ? ['a month of the audit trail'] : []),
    ...(row?.hour ? ['an hour'] : []),
    ...(row?.old ? ['an old hour'] : []),
    ...(row?.keys ? ['an expired answer'] : []),
  ]
}

const serve = async (): Promise<RunningServer> => {
  const server = await startServer({}, database)
  servers.push(server)
  return server
}

const problemsOf = ({ logs }: RunningServer): string[] => logs.filter((line) => line.includes('a periodic task failed'))

describe('periodic tasks', () => {
  it('makes partitions ahead and forgets what expired, and nothing else', async () => {
    const work = await leaveWork()
    const server = await serve()

    await expect.poll(() => leftToDo(work), { timeout: 30_000 }).toEqual([])
    expect(await monthsOfAudit()).toEqual(work.months)
    expect(await database.query('select key from idempotency_keys')).toEqual([{ key: 'first' }])
    expect(problemsOf(server)).toEqual([])
  })

  it('makes a month of the audit trail while a dump holds it, and keeps nobody from writing', async () => {
    const work = await leaveWork()
    await holder.query('begin; lock table audit_entries in access share mode')
    const server = await serve()
    await database.query("set lock_timeout = '500ms'")
    await database.query(
      "insert into audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets) values ($1, 'x', 'done', 'operator', 'x', '[]')",
      [tenantId],
    )

    await expect.poll(() => leftToDo(work), { timeout: 30_000 }).toEqual([])
    expect(problemsOf(server)).toEqual([])
  })

  it('keeps no writer waiting while it makes a month', async () => {
    const work = await leaveWork()
    // As a write that is under way.
    await holder.query(
      "begin; insert into audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets) values (1, 'x', 'done', 'operator', 'x', '[]')",
    )
    await serve()

    await expect.poll(() => leftToDo(work), { timeout: 30_000 }).not.toContain('a month of the audit trail')
  })

  it.each([
    ['waits', "select from idempotency_keys where key = 'old' for update"],
    [
      'fails',
      "create or replace function facet_forget_idempotency_keys(p_limit int) returns int language plpgsql as 'begin raise division_by_zero; end'",
    ],
  ])('goes on with every other task when one %s, and says so', async (how, statement) => {
    const work = await leaveWork()
    await holder.query(`begin; ${statement}`)
    if (how === 'fails') await holder.query('commit')
    const server = await serve()
    const lookUps = () => server.services.calls.call<{ pid: number }>('pid', 'select pg_backend_pid() as pid', [])
    const [before] = await lookUps()

    await expect.poll(() => leftToDo(work), { timeout: 30_000 }).toEqual(['an expired answer'])
    await expect.poll(() => problemsOf(server).length, { timeout: 30_000 }).toBe(1)
    expect(problemsOf(server)[0]).toContain('forget idempotency keys')
    expect(await lookUps()).toEqual([before])
  })

  it('let a turn under way end, with its connections, before they have stopped', async () => {
    const { services } = await serve()
    const done: string[] = []
    const slow: Task = {
      name: 'slow',
      everyMs: 20,
      start:
        ({ calls }) =>
        async (signal) => {
          done.push('begun')
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          await calls.call('one', 'select 1', [])
          done.push('ended')
        },
    }
    const tasks = startTasks(services, [slow])
    await expect.poll(() => done, { timeout: 30_000 }).toEqual(['begun'])
    await tasks.stop()

    expect(done).toEqual(['begun', 'ended'])
    expect(tasks.failing()).toBe(0)
  })

  it('count as failing until they succeed', async () => {
    const { services } = await serve()
    let isBroken = true
    const run = async (): Promise<void> => {
      if (isBroken) throw new Error('broken')
    }
    const tasks = startTasks(services, [{ name: 'broken', everyMs: 20, start: () => run }])
    await expect.poll(tasks.failing, { timeout: 30_000 }).toBe(1)
    isBroken = false
    await expect.poll(tasks.failing, { timeout: 30_000 }).toBe(0)
    await tasks.stop()
  })

  it('are tried before anything is served, where nothing should be served without them', async () => {
    await database.query(
      "create or replace function facet_make_audit_partitions(p_months_ahead int default 3) returns int language plpgsql as 'begin perform pg_sleep(2); raise division_by_zero; end'",
    )
    const server = await serve()

    expect(problemsOf(server).join()).toContain('make audit partitions')
  })

  it('drop old hours also when new ones cannot be made', async () => {
    const work = await leaveWork()
    const [made] = await database.query<{ name: string }>(
      "select oid::regprocedure::text as name from pg_proc where proname = 'facet_make_embed_partitions'",
    )
    await database.query(`revoke execute on function ${made?.name} from facet_service`)
    const server = await serve()

    await expect.poll(() => leftToDo(work), { timeout: 30_000 }).toEqual(['an hour'])
    expect(problemsOf(server).join()).toContain('make and drop embed partitions')
  })
})
