import pg from 'pg'
import type { Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'

const minters = 3
const holdMs = 60
const givenUpMs = 2500

/** Three that hold a shared lock over and over, each time for a moment and never all let go at once. */
const keepHolding = async (installation: Installation, lock: string): Promise<() => Promise<void>> => {
  const stopping = new AbortController()
  const clients = await Promise.all(
    Array.from({ length: minters }, async () => {
      const client = new pg.Client({ connectionString: installation.adminUrl })
      await client.connect()
      return client
    }),
  )
  const running = clients.map(async (client, place) => {
    await pause((place * holdMs) / minters)
    while (!stopping.signal.aborted) {
      await client.query('begin')
      await client.query(lock)
      await pause(holdMs)
      await client.query('commit')
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(running)
    for (const client of clients) await client.end()
  }
}

/** How long one who wants the lock for itself waits among them; null when it had to give up. */
const waitFor = async (installation: Installation, lock: string): Promise<number | null> => {
  const client = new pg.Client({ connectionString: installation.adminUrl })
  await client.connect()
  try {
    await client.query(`set statement_timeout = ${givenUpMs}`)
    await client.query('begin')
    const startedMs = performance.now()
    await client.query(lock)
    const waitedMs = Math.round(performance.now() - startedMs)
    await client.query('rollback')
    return waitedMs
  } catch {
    return null
  } finally {
    await client.end()
  }
}

export type Waits = { shared: (number | null)[]; rows: (number | null)[] }

/**
 * The advisory lock of the catalogs is queued for: who came first goes first. Row locks are not: `for share` joins those who
 * hold the row already and passes the one who waits, and then nobody can change a catalog that is minted from all the time.
 */
export const compareLocks = async (installation: Installation, tries: number): Promise<Waits> => {
  // Tried more than once, when the fault does not show by chance.
  await installation.sql('create table if not exists trial_rows (id int primary key, epoch int not null)')
  await installation.sql('insert into trial_rows values (1, 0) on conflict do nothing')
  const waits = async (shared: string, alone: string): Promise<(number | null)[]> => {
    const stop = await keepHolding(installation, shared)
    await pause(3 * holdMs)
    const found: (number | null)[] = []
    for (let turn = 0; turn < tries; turn++) found.push(await waitFor(installation, alone))
    await stop()
    return found
  }
  return {
    shared: await waits('select pg_advisory_xact_lock_shared(4711)', 'select pg_advisory_xact_lock(4711)'),
    rows: await waits('select epoch from trial_rows where id = 1 for share', 'update trial_rows set epoch = epoch + 1 where id = 1'),
  }
}
