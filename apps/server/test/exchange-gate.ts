import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import { waitingBackends } from './waiting-backends.ts'

const gate = `pg_catalog.hashtextextended('exchange gate', 0)`

/** Makes exchanges of this server's database stop before they commit for as long as someone holds the gate. */
export const installExchangeGate = (server: TestServer): Promise<unknown> =>
  server.query(`
    create function wait_at_gate() returns trigger language plpgsql
      as $$ begin perform pg_catalog.pg_advisory_xact_lock_shared(${gate}); return null; end $$;
    create trigger wait_at_gate after insert on embed_grants for each statement execute function wait_at_gate()`)

/** Lets `end` happen while `flight` has judged and written and has not committed; answers what the flight came to. */
export const endWhileInFlight = async <T>(server: TestServer, flight: () => Promise<T>, end: () => Promise<unknown>): Promise<T> => {
  const { query } = server.database()
  await query(`select pg_advisory_lock(${gate})`)
  try {
    const flying = flight()
    await expect.poll(() => waitingBackends({ query }), { interval: 5, timeout: 30_000 }).toHaveLength(1)
    let isOver = false
    const ending = end().finally(() => {
      isOver = true
    })
    // Over, or waiting for the flight: either way it cannot come to anything else now.
    await expect.poll(async () => isOver || (await waitingBackends({ query })).length > 1, { interval: 5, timeout: 30_000 }).toBe(true)
    await query(`select pg_advisory_unlock(${gate})`)
    await ending
    return await flying
  } finally {
    await query('select pg_advisory_unlock_all()')
  }
}
