import { expect } from 'vitest'
import { type Db, lazyTransaction } from '#db'
import type { Actor, TestServer } from './server.ts'
import { waitingBackends } from './waiting-backends.ts'

type Hold = (db: Db, owner: Actor) => Promise<unknown>

const holdDeployment: Hold = (db, { deploymentId }) =>
  db.selectFrom('deployments').select('id').where('id', '=', deploymentId).forUpdate().execute()

/** Starts calls that need something for themselves, the owner's deployment unless told, and lets go of it once all of them wait. */
export const startTogether = async <T>(
  server: TestServer,
  owner: Actor,
  calls: (() => Promise<T>)[],
  hold = holdDeployment,
): Promise<T[]> => {
  const holder = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
  try {
    await hold(holder.db, owner)
    const started = Promise.all(calls.map((call) => call()))
    await expect.poll(() => waitingBackends(server.database()), { interval: 5, timeout: 30_000 }).toHaveLength(calls.length)
    await holder.commit()
    return await started
  } finally {
    await holder.rollback()
  }
}
