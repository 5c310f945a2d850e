import { requireDeployment } from '#access'
import type { ReadingContext } from '#context'
import { findSyncObject, readSyncObject, type SyncObjectKind } from '#engine/dbt'
import { Failure } from '#kernel/failure'
import { getSync } from './sync-queries.ts'

/** What a run keeps in the store, whole. */
export const readObject = async (
  context: ReadingContext,
  { deploymentId, syncJobId }: { deploymentId: number; syncJobId: string },
  kind: SyncObjectKind,
): Promise<Buffer> => {
  const { tenantId, object } = await context.read(async (db) => {
    const access = await requireDeployment({ ...context, db }, deploymentId)
    const { id, state } = await getSync(db, access, syncJobId)
    const found = await findSyncObject(db, { tenantId: access.tenantId, syncId: id }, kind)
    if (found) return { tenantId: access.tenantId, object: found }
    const why = state === 'RUNNING' ? 'it has not come that far' : `it is ${state}, and made none`
    throw new Failure('dbt_sync_no_result', `Sync ${id} has no ${kind.split('_', 1)[0]}: ${why}.`)
  })
  context.holdBytes(object.size)
  return readSyncObject(context.syncObjects, { tenantId }, object, context.signal)
}
