import { inTransaction, type Pool } from '#db'
import type { RecordProcess } from '../engines/index.ts'
import { deleteProcess, upsertProcess } from './process-queries.ts'

/** Keeps the registry of engine processes, for this node's. */
export const createRecordProcess =
  (pool: Pool, nodeId: string): RecordProcess =>
  ({ name, spec, restarts }, status) =>
    inTransaction(pool, spec.tenantId, 'read write', (db) =>
      status === 'ended'
        ? deleteProcess(db, { tenantId: spec.tenantId, name })
        : upsertProcess(db, { ...spec, name, nodeId, status, restarts }),
    )
