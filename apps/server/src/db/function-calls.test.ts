import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFunctionCalls, type FunctionCalls } from '#db'
import { openRelay, useDatabase } from '#test'

const database = useDatabase()
let calls: FunctionCalls

beforeEach(() => {
  calls = createFunctionCalls(database.serviceUrl)
})
afterEach(() => calls.close())

const backend = async (): Promise<number> => {
  const [row] = await calls.call<{ pid: number }>('backend', 'select pg_backend_pid() as pid', [])
  return row?.pid ?? 0
}

const serviceSessions = async (): Promise<number> =>
  (
    await database.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and usename = 'facet' and application_name = 'facet'",
    )
  ).length

describe('function calls', () => {
  it('read ids as numbers, alone and in lists', async () => {
    const [row] = await calls.call('ids', 'select 9007199254740991::bigint as id, array[1, 9007199254740991]::bigint[] as ids', [])

    expect(row).toEqual({ id: Number.MAX_SAFE_INTEGER, ids: [1, Number.MAX_SAFE_INTEGER] })
  })

  it('fail when the commit does, though the statement itself did not', async () => {
    await database.query(`
      create table late (id int);
      grant insert, select on late to facet_service;
      create function refuse_late() returns trigger language plpgsql as $$ begin raise exception 'too late'; end $$;
      create constraint trigger refuse_late after insert on late deferrable initially deferred for each row execute function refuse_late()`)

    const [refused, beside] = await Promise.allSettled([
      calls.call('late', 'insert into late values (1) returning id', []),
      calls.call('beside', 'select 1 as one', []),
    ])

    expect(refused).toMatchObject({ status: 'rejected' })
    expect(beside).toMatchObject({ status: 'fulfilled', value: [{ one: 1 }] })
    expect(await database.query('select id from late')).toEqual([])
  })

  it('share one connection, however many are under way', async () => {
    const backends = await Promise.all(Array.from({ length: 200 }, backend))

    expect(new Set(backends).size).toBe(1)
    expect(await serviceSessions()).toBe(1)
  })

  it('answer each caller with its own rows', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => calls.call<{ n: number }>('echo', 'select $1::bigint as n', [n]).then(([row]) => row?.n)),
    )

    expect(answers).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })

  it('fail alone: a neighbour on the same connection does not notice', async () => {
    const [before, broken, after] = await Promise.allSettled([
      calls.call('one', 'select 1 as n', []),
      calls.call('broken', 'select 1 / $1::int as n', [0]),
      calls.call('two', 'select 2 as n', []),
    ])

    expect(before).toMatchObject({ status: 'fulfilled', value: [{ n: 1 }] })
    expect(broken).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(after).toMatchObject({ status: 'fulfilled', value: [{ n: 2 }] })
  })

  it('carry on over a new connection after theirs was cut', async () => {
    const first = await backend()
    await database.query('select pg_terminate_backend($1, 5000)', [first])

    await expect.poll(() => backend().catch(() => first), { timeout: 30_000 }).not.toBe(first)
    expect(await serviceSessions()).toBe(1)
  })

  it('keep the new connection when the old one says goodbye late', async () => {
    const relay = await openRelay(database.serviceUrl)
    const relayed = createFunctionCalls(relay.url)
    const backendOf = async () => (await relayed.call<{ pid: number }>('backend', 'select pg_backend_pid() as pid', []))[0]?.pid
    const first = await backendOf()
    relay.hold()
    await database.query('select pg_terminate_backend($1, 5000)', [first])
    await expect.poll(() => backendOf().catch(() => first), { timeout: 30_000 }).not.toBe(first)
    const second = await backendOf()

    relay.release()
    await expect.poll(() => relay.open(), { timeout: 30_000 }).toBe(1)

    expect(await backendOf()).toBe(second)
    expect(await serviceSessions()).toBe(1)
    await relayed.close()
    await relay.close()
  })

  it('give up on a connection whose answers are lost, and take a new one', async () => {
    const relay = await openRelay(database.serviceUrl)
    const relayed = createFunctionCalls(relay.url)
    await relayed.call('one', 'select 1', [])

    relay.lose()
    await expect(relayed.call('one', 'select 1', [])).rejects.toMatchObject({ code: 'service_unavailable' })
    relay.heal()

    await expect.poll(() => relayed.call('one', 'select 1 as n', []).catch(() => []), { timeout: 30_000 }).toEqual([{ n: 1 }])
    await relayed.close()
    await relay.close()
  })

  it('report an outage while the database is not there', async () => {
    const nowhere = createFunctionCalls('postgres://facet@127.0.0.1:1/facet')

    await expect(nowhere.call('one', 'select 1', [])).rejects.toMatchObject({ code: 'service_unavailable', status: 503 })
    await expect(nowhere.call('one', 'select 1', [])).rejects.toMatchObject({ code: 'service_unavailable' })
    await nowhere.close()
  })

  it('open no connection again once they are closed', async () => {
    await backend()
    await calls.close()

    await expect(backend()).rejects.toThrow()
    expect(await serviceSessions()).toBe(0)
  })

  it('answer what is under way before they close', async () => {
    const answers = Promise.all(Array.from({ length: 20 }, backend))
    await calls.close()

    expect(await answers).toHaveLength(20)
  })
})
