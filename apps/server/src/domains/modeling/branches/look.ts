import { type DeploymentAccess, requireDeployment } from '#access'
import type { ReadingContext } from '#context'
import type { Db } from '#db'

/** Checks and looks in a transaction that is over before git works and the object store answers. */
export const look = <T>(
  context: ReadingContext,
  deploymentId: number,
  read: (db: Db, access: DeploymentAccess) => Promise<T>,
): Promise<T> => {
  const { caller, operation } = context
  return context.read(async (db) => read(db, await requireDeployment({ caller, operation, db }, deploymentId)))
}
