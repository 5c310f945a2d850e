import { type Db, inTransaction, type Pool } from '#db'
import type { OpenRepositories } from './repositories.ts'
import type { Edit, Place } from './types.ts'

type Parts = { pool: Pool; repositories: Pick<OpenRepositories, 'writeAt'> }

/** A change by the node itself: the work on the repository, then the statements that belong to it, all of it or none. */
export const changeAt = async <T>(
  { pool, repositories }: Parts,
  place: Place,
  signal: AbortSignal,
  work: (edit: Edit) => Promise<T>,
  conclude: (db: Db) => Promise<void> = async () => undefined,
): Promise<T> => {
  const tasks: ((isCommitted: boolean) => void)[] = []
  let isCommitted = false
  try {
    const value = await inTransaction(pool, place.tenantId, 'read write', async (db) => {
      const done = await repositories.writeAt({ db, signal, atEnd: (task) => void tasks.push(task) }, place, work)
      await conclude(db)
      return done
    })
    isCommitted = true
    return value
  } finally {
    for (const task of tasks) task(isCommitted)
  }
}
