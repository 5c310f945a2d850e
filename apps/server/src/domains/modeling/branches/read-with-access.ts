import { type DeploymentAccess, requireDeployment } from '#access'
import type { ReadingContext } from '#context'
import type { Db } from '#db'

/** Checks access and reads, in a transaction that ends before git or the object store is called. */
export const readWithAccess = <T>(
  context: ReadingContext,
  deploymentId: number,
  read: (db: Db, access: DeploymentAccess) => Promise<T>,
): Promise<T> => {
  const { caller, operation } = context
  return context.read(async (db) => read(db, await requireDeployment({ caller, operation, db }, deploymentId)))
}
