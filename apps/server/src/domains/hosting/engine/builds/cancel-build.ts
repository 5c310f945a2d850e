import { type Db, inTransaction, type Pool } from '#db'
import { endBuild } from './build-queries.ts'
import { type BuildId, type BuildWork, workflowIdOf } from './types.ts'

type Parts = { pool: Pool; work: Pick<BuildWork, 'cancel'>; onProblem: (error: unknown) => void }

/** False where it has its outcome already. Committed, it never becomes what is served, whoever still works on it. */
export const recordCancelled = (db: Db, build: BuildId, text = 'The build was cancelled.'): Promise<boolean> =>
  endBuild(db, build, 'cancelled', { text })

/** Cancels a build: its row at once, and what is at work on it as soon as it looks there or hears of it from Temporal. */
export const cancelBuild = async ({ pool, work, onProblem }: Parts, build: BuildId): Promise<boolean> => {
  const isCancelled = await inTransaction(pool, build.tenantId, 'read write', (db) => recordCancelled(db, build))
  if (isCancelled) await work.cancel(workflowIdOf(build)).catch(onProblem)
  return isCancelled
}
