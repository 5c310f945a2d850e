import { type Db, inTransaction, type Pool, withTasksAtEnd } from '#db'
import type { OpenRepositories } from './repositories.ts'
import type { Edit, Place } from './types.ts'

type Parts = { pool: Pool; repositories: Pick<OpenRepositories, 'writeAt'> }

/** A change by the node itself: the work on the repository, then the statements that belong to it, all of it or none. */
export const changeAt = <T>(
  { pool, repositories }: Parts,
  place: Place,
  signal: AbortSignal,
  work: (edit: Edit) => Promise<T>,
  conclude: (db: Db) => Promise<void> = async () => undefined,
): Promise<T> =>
  withTasksAtEnd((atEnd) =>
    inTransaction(pool, place.tenantId, 'read write', async (db) => {
      const value = await repositories.writeAt({ db, signal, atEnd }, place, work)
      await conclude(db)
      return value
    }),
  )
