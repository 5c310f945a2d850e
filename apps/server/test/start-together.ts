import { expect } from 'vitest'
import { type Db, lazyTransaction } from '#db'
import type { Actor, TestServer } from './server.ts'

/**
 * Starts calls that need the owner's deployment, or whatever else is named, for themselves while it is held, and lets go once
 * all of them wait for it.
 */
export const startTogether = async <T>(
  server: TestServer,
  { tenantId, deploymentId }: Actor,
  calls: (() => Promise<T>)[],
  hold = (db: Db): Promise<unknown> => db.selectFrom('deployments').select('id').where('id', '=', deploymentId).forUpdate().execute(),
): Promise<T[]> => {
  const holder = lazyTransaction(server.services().pool, tenantId, 'read write')
  try {
    await hold(holder.db)
    const started = Promise.all(calls.map((call) => call()))
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => server.database().query(waiting), { interval: 5, timeout: 5_000 }).toHaveLength(calls.length)
    await holder.commit()
    return await started
  } finally {
    await holder.rollback()
  }
}
