import { commitIn, type Db, type Pool } from '#db'
import type { OpenRepositories } from './repositories.ts'
import type { Edit, RepositoryId } from './types.ts'

type Parts = { pool: Pool; repositories: Pick<OpenRepositories, 'writeAt'> }

/** A change by the node itself: the work on the repository, and the statements that belong to it, all of it or none. */
export const changeAt = async <T>(
  { pool, repositories }: Parts,
  repositoryId: RepositoryId,
  signal: AbortSignal,
  work: (edit: Edit) => Promise<T>,
  conclude: (db: Db) => Promise<void> = async () => undefined,
): Promise<T> => {
  const requester = { signal, effect: <A>(statements: (db: Db) => Promise<A>) => commitIn(pool, repositoryId.tenantId, statements) }
  const { value } = await repositories.writeAt(requester, repositoryId, work, async (db, made) => {
    await conclude(db)
    return made
  })
  return value
}
