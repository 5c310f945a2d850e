import { describe, expect, it } from 'vitest'
import { recorder, useOutbox } from '#test'

const { query, givenTenant, tell, consumerOf } = useOutbox()

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
