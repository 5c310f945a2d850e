import { type DeploymentAccess, requireDeployment } from '#access'
import type { Context } from '#context'
import type { Db } from '#db'

/**
 * Checks and looks in a transaction of its own. The operation's is opened only when there is something to write: one that was
 * opened here would hold a connection while git works and the object store answers.
 */
export const look = <T>(context: Context, deploymentId: number, read: (db: Db, access: DeploymentAccess) => Promise<T>): Promise<T> =>
  context.inOwnTransaction(async (db) => read(db, await requireDeployment({ ...context, db }, deploymentId)))
