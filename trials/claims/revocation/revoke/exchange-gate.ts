import pg from 'pg'
import { pause } from '../../../harness/numbers.ts'
import type { Fleet } from './fleet.ts'

/** While closed, holds exchanges between their write and their commit. */
export type ExchangeGate = {
  close: () => Promise<void>
  /** Releases the waiting exchanges and holds later ones. */
  turn: () => Promise<void>
  open: () => Promise<void>
  /** Waits until so many exchanges are held, for at most a second. */
  untilWaiting: (count: number) => Promise<void>
  end: () => Promise<void>
}

const lock = `pg_catalog.hashtextextended('exchange gate', 0)`
const patienceMs = 1000

export const installExchangeGate = async ({ installation }: Fleet): Promise<ExchangeGate> => {
  const client = new pg.Client({ connectionString: installation.adminUrl })
  await client.connect()
  await client.query(`
    create function wait_at_gate() returns trigger language plpgsql
      as $$ begin perform pg_catalog.pg_advisory_xact_lock_shared(${lock}); return null; end $$;
    create trigger wait_at_gate after insert on embed_grants for each statement execute function wait_at_gate()`)
  const standing = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and mode = 'ShareLock'`
  return {
    close: async () => void (await client.query(`select pg_advisory_lock(${lock})`)),
    turn: async () => void (await client.query(`select pg_advisory_unlock(${lock}); select pg_advisory_lock(${lock})`)),
    open: async () => void (await client.query(`select pg_advisory_unlock(${lock})`)),
    untilWaiting: async (count) => {
      const untilMs = performance.now() + patienceMs
      while (performance.now() < untilMs) {
        if (((await client.query<{ count: number }>(standing)).rows[0]?.count ?? 0) >= count) return
        await pause(2)
      }
    },
    end: () => client.end(),
  }
}
