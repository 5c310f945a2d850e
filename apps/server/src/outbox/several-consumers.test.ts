import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { recorder, useOutbox } from '#test'
import type { EventHandler } from './consumer.ts'

const { query, givenTenant, tell, rows, consumerOf } = useOutbox()

describe('several consumers', () => {
  it('never handle one event at the same moment, and between them all of them', async () => {
    const tenantIds = [await givenTenant('one'), await givenTenant('two'), await givenTenant('three')]
    for (const tenantId of tenantIds) for (const subject of ['a', 'b', 'c']) await tell(tenantId, subject, 1, 2, 3)
    const under = new Set<string>()
    const handled: number[] = []
    const react: EventHandler = async ({ tenantId, subject, id }) => {
      const key = `${tenantId} ${subject}`
      expect(under.has(key)).toBe(false)
      under.add(key)
      await pause(5)
      under.delete(key)
      handled.push(id)
    }
    const consumers = [1, 2, 3].map(() => consumerOf(react))

    for (let turns = 0; turns < 20 && (await rows()).length > 0; turns++) await Promise.all(consumers.map(({ turn }) => turn()))

    expect(handled.toSorted((a, b) => a - b)).toEqual([...new Set(handled)].toSorted((a, b) => a - b))
    expect(handled).toHaveLength(27)
  })

  it('leave an event to the one that reacts to it for longer than a claim lasts', async () => {
    await tell(await givenTenant(), 'a', 1)
    const pace = { leaseMs: 1000, renewMs: 200 }
    const { promise: isOver, resolve: end } = Promise.withResolvers<null>()
    const slow = consumerOf(
      async (_, signal) => {
        await isOver
        signal.throwIfAborted()
      },
      { pace },
    )
    const { seen, react } = recorder()
    const other = consumerOf(react, { pace })
    const handled = slow.turn()

    for (let waited = 0; waited < 2500; waited += 250) {
      await pause(250)
      await other.turn()
    }
    end(null)
    await handled

    expect(seen).toEqual([])
    expect(await rows()).toEqual([])
    expect(slow.said).toEqual([])
  })

  it('tell one that lost its claim to stop, and what it notes then counts for nothing', async () => {
    await tell(await givenTenant(), 'a', 1)
    const pace = { leaseMs: 1000, renewMs: 100 }
    const { promise: begun, resolve: begin } = Promise.withResolvers<null>()
    const slow = consumerOf(
      async (_, signal) => {
        begin(null)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
      { pace },
    )
    const handled = slow.turn()
    await begun

    await query('update outbox_events set claim_token = gen_random_uuid()')
    await handled

    expect(await rows()).toMatchObject([{ attempts: 1, isDead: false }])
  })

  it('take over at once what one that stops leaves, and the attempt does not count', async () => {
    await tell(await givenTenant(), 'a', 1)
    const { promise: begun, resolve: begin } = Promise.withResolvers<null>()
    const stopping = consumerOf(async (_, signal) => {
      begin(null)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      signal.throwIfAborted()
    })
    const handled = stopping.turn()
    await begun
    stopping.stop()
    await handled
    expect(await rows()).toMatchObject([{ attempts: 0, last_error: null }])
    const { seen, react } = recorder()

    await consumerOf(react).turn()

    expect(seen).toEqual(['a 1'])
  })

  it.each([
    ['fails', { leaseMs: 1000, renewMs: 100 }],
    ['stops', {}],
  ])('leave the claim of another alone when one that lost its own %s', async (how, pace) => {
    await tell(await givenTenant(), 'a', 1)
    const { promise: begun, resolve: begin } = Promise.withResolvers<null>()
    const slow = consumerOf(
      async (_, signal) => {
        begin(null)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        signal.throwIfAborted()
      },
      { pace },
    )
    const handled = slow.turn()
    await begun
    await query("update outbox_events set claim_token = gen_random_uuid(), due_at = now() + interval '1 minute'")
    if (how === 'stops') slow.stop()
    await handled

    expect(
      await query('select claim_token is not null as held, attempts, last_error, dead_at, due_at > now() as later from outbox_events'),
    ).toEqual([{ held: true, attempts: 1, last_error: null, dead_at: null, later: true }])
  })
})
