import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#db'
import { defineEvent } from '#kernel/event'
import { Failure } from '#kernel/failure'
import { createBacklog } from './backlog.ts'
import { listDeadEvents, retryDeadEvents } from './outbox-queries.ts'
import { publish } from './publish.ts'
import { happened, payloadOf, recorder, useOutbox } from '#test'

const { query, calls, pool, givenTenant, tell, letBeDue, rows, consumerOf } = useOutbox()

const it = test.extend('tenantId', () => givenTenant())

describe('events', () => {
  it('commit with what they tell about, or not at all', async ({ tenantId }) => {
    const undone = inTransaction(pool(), tenantId, 'read write', async (db) => {
      await publish(db, { tenantId }, happened, { subject: 'a', step: 1 })
      throw new Error('undone')
    })

    await expect(undone).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })

  it('cannot be published for another tenant', async () => {
    const [own, other] = [await givenTenant('own'), await givenTenant('other')]

    const foreign = inTransaction(pool(), own, 'read write', (db) => publish(db, { tenantId: other }, happened, { subject: 'a', step: 1 }))

    await expect(foreign).rejects.toThrow('row-level security')
  })

  it('of one subject come in order, one at a time, and those of others beside them', async ({ tenantId }) => {
    for (const subject of ['a', 'b']) await tell(tenantId, subject, 1, 2, 3)
    const { seen, react } = recorder()
    const under = new Set<string>()
    let isTogether = false
    const { turn } = consumerOf(async (event, signal) => {
      expect(under.has(event.subject)).toBe(false)
      under.add(event.subject)
      isTogether ||= under.size === 2
      await pause(30)
      await react(event, signal)
      under.delete(event.subject)
    })

    await turn()

    expect(seen.filter((line) => line.startsWith('a'))).toEqual(['a 1', 'a 2', 'a 3'])
    expect(seen.filter((line) => line.startsWith('b'))).toEqual(['b 1', 'b 2', 'b 3'])
    expect(isTogether).toBe(true)
    expect(await rows()).toEqual([])
  })

  it('have the ids of one subject in the order of their commits', async ({ tenantId }) => {
    const { promise: held, resolve: commit } = Promise.withResolvers<null>()
    const first = inTransaction(pool(), tenantId, 'read write', async (db) => {
      await publish(db, { tenantId }, happened, { subject: 'a', step: 1 })
      await held
    })
    await pause(50)
    const second = tell(tenantId, 'a', 2)
    await pause(100)
    const { seen, react } = recorder()
    const { turn } = consumerOf(react)
    await turn()
    expect(seen).toEqual([])
    commit(null)
    await Promise.all([first, second])

    await turn()

    expect(seen).toEqual(['a 1', 'a 2'])
  })

  it('wait while the database is not served', async () => {
    await tell(await givenTenant(), 'a', 1)
    const { seen, react } = recorder()
    const { turn } = consumerOf(react, { isServed: async () => false })

    await turn()

    expect(seen).toEqual([])
    expect(await rows()).toMatchObject([{ attempts: 0 }])
  })

  it('of kinds that nothing here reacts to are left to others', async ({ tenantId }) => {
    const foreign = defineEvent<{ n: number }>('other.happened', () => 'x')
    await inTransaction(pool(), tenantId, 'read write', (db) => publish(db, { tenantId }, foreign, { n: 1 }))
    const { turn } = consumerOf(recorder().react)

    await turn()

    expect(await rows()).toMatchObject([{ subject: 'x', attempts: 0 }])
  })
})

describe('a reaction that fails', () => {
  it('is tried again later and later, keeps its subject waiting, and says why without saying where', async ({ tenantId }) => {
    await tell(tenantId, 'a', 1, 2)
    await tell(tenantId, 'b', 1)
    const { seen, react } = recorder()
    let failures = 2
    const { turn, said } = consumerOf(async (event, signal) => {
      if (payloadOf(event.payload).subject === 'a' && failures-- > 0)
        throw failures === 1 ? new Error('connect to secret-host:5432') : new Failure('service_unavailable', 'The store is away.')
      await react(event, signal)
    })

    await turn()
    expect(seen).toEqual(['b 1'])
    const [first, second] = await rows()
    expect(first).toMatchObject({ attempts: 1, isDead: false, seconds: 2, last_error: 'The reaction threw Error; the log says more.' })
    expect(second).toMatchObject({ attempts: 0 })

    await letBeDue()
    await turn()
    expect((await rows())[0]).toMatchObject({ attempts: 2, seconds: 4, last_error: 'The store is away.' })

    await letBeDue()
    await turn()
    expect(seen).toEqual(['b 1', 'a 1', 'a 2'])
    expect(said.map(({ message }) => message)).toEqual(['a reaction to an event failed', 'a reaction to an event failed'])
  })

  it('is given up after its last attempt; an operator sees what waits behind it and has it tried again', async () => {
    const tenantId = await givenTenant('acme')
    await tell(tenantId, 'a', 1, 2, 3)
    await query("update outbox_events set attempts = 19 where payload ->> 'step' = '1'")
    const { seen, react } = recorder()
    let isBroken = true
    const { turn, said } = consumerOf(async (event, signal) => {
      if (isBroken) throw new Failure('service_unavailable', 'The store is away.')
      await react(event, signal)
    })

    await turn()
    await letBeDue()
    await turn()

    expect(seen).toEqual([])
    expect(said).toEqual([{ level: 'error', message: expect.stringContaining('an event is dead') as string }])
    const [dead, ...more] = await listDeadEvents(calls(), 0, 10)
    expect(more).toEqual([])
    expect(dead).toMatchObject({ tenant_name: 'acme', attempts: 20, waiting_behind: 2, last_error: 'The store is away.', subject: 'a' })

    isBroken = false
    expect(await retryDeadEvents(calls(), dead?.id ?? 0)).toBe(1)
    await turn()
    expect(seen).toEqual(['a 1', 'a 2', 'a 3'])
    expect(await retryDeadEvents(calls(), null)).toBe(0)
  })

  it('is given up also when each process ended before it could say so', async () => {
    await tell(await givenTenant(), 'a', 1)
    await query('update outbox_events set attempts = 20, claim_token = gen_random_uuid()')
    const { seen, react } = recorder()
    const { turn } = consumerOf(react)

    await turn()

    expect(seen).toEqual([])
    expect(await rows()).toMatchObject([{ isDead: true, last_error: expect.stringContaining('The process ended') as string }])
  })
})

describe('the backlog', () => {
  it('counts what waits and what is dead, of all tenants', async () => {
    for (const name of ['one', 'two']) await tell(await givenTenant(name), 'a', 1, 2)
    await query('update outbox_events set dead_at = now() where id = (select min(id) from outbox_events)')
    const backlog = createBacklog()

    await backlog.refresh(calls())

    expect([backlog.waiting(), backlog.dead()]).toEqual([3, 1])
  })

  it('cannot be claimed: the turn fails and says so', async () => {
    const claim = 'facet_claim_events(text[], uuid, bigint, bigint[], int, int, int, int)'
    await query(`revoke execute on function ${claim} from facet_service`)
    const outcome = await consumerOf(recorder().react)
      .turn()
      .catch((error: unknown) => error)
    await query(`grant execute on function ${claim} to facet_service`)

    expect(outcome).toMatchObject({ code: '42501' })
  })
})

describe('tenants', () => {
  it('take turns: one with thousands of events keeps no other waiting', async () => {
    const many = await givenTenant('many')
    await query(
      `insert into outbox_events (tenant_id, kind, subject, payload, due_at)
       select $1, 'thing.happened', 's' || n, jsonb_build_object('subject', 's' || n, 'step', 1), now() - interval '1 hour' from generate_series(1, 5000) n`,
      [many],
    )
    const few = await givenTenant('few')
    await tell(few, 'late', 1)
    let handled = 0
    const consumer = consumerOf(async ({ tenantId }) => {
      handled++
      if (tenantId === few) consumer.stop()
    })

    await consumer.turn()

    expect(handled).toBeLessThan(10)
  })

  it('with slow reactions leave places to others', async () => {
    const slow = await givenTenant('slow')
    for (const subject of ['a', 'b', 'c', 'd', 'e']) await tell(slow, subject, 1)
    const { promise: isOver, resolve: end } = Promise.withResolvers<null>()
    let slowOnes = 0
    const quick: string[] = []
    const { turn } = consumerOf(async ({ tenantId, subject }) => {
      if (tenantId !== slow) return void quick.push(subject)
      slowOnes++
      await isOver
    })
    const turned = turn()
    await expect.poll(() => slowOnes, { timeout: 30_000 }).toBe(2)

    await tell(await givenTenant('quick'), 'x', 1)

    await expect.poll(() => quick, { timeout: 30_000 }).toEqual(['x'])
    expect(slowOnes).toBe(2)
    end(null)
    await turned
    expect(slowOnes).toBe(5)
  })

  it('with thousands that wait behind a dead event do not make looking for others slow', async () => {
    const stuck = await givenTenant('stuck')
    await query(
      `insert into outbox_events (tenant_id, kind, subject, payload, due_at, dead_at)
       select $1, 'thing.happened', 's', '{}', now() - interval '1 hour', case n when 1 then now() end from generate_series(1, 1000) n`,
      [stuck],
    )
    await tell(stuck, 'free', 1)
    const { seen, react } = recorder()
    const { turn } = consumerOf(react)
    const postponed = async () => Number((await query<{ n: string }>('select count(*) as n from outbox_events where due_at > now()'))[0]?.n)

    await turn()
    expect(await postponed()).toBeLessThan(500)
    for (let turns = 0; turns < 20 && seen.length === 0; turns++) await turn()

    expect(seen).toEqual(['free 1'])
  })

  it('have four events under way together at most', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<null>()
    let [under, most] = [0, 0]
    const { turn } = consumerOf(async () => {
      most = Math.max(most, ++under)
      await isOver
      under--
    })
    for (const name of ['a', 'b', 'c']) await tell(await givenTenant(name), 'x', 1)
    const turned = turn()
    await expect.poll(() => under, { timeout: 30_000 }).toBe(3)
    for (const name of ['d', 'e', 'f', 'g']) await givenTenant(name)
    await query(
      "insert into outbox_events (tenant_id, kind, subject, payload) select id, 'thing.happened', 'y', '{}' from tenants where name >= 'd'",
    )
    await expect.poll(() => under, { timeout: 30_000 }).toBeGreaterThan(3)
    end(null)
    await turned

    expect(most).toBe(4)
  })
})
