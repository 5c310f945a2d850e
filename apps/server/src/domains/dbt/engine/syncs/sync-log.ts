import type { Db } from '#db'
import { createLineLog, type LineLog } from '#engine/hosting'
import type { SyncId } from './types.ts'

/** What a run says, for whoever started it. */
export const createSyncLog = (sync: SyncId, redact: (text: string) => string): LineLog =>
  createLineLog('sync', redact, (db: Db, lines) =>
    db
      .insertInto('dbt_sync_log_lines')
      .values(lines.map(({ at, text }) => ({ tenant_id: sync.tenantId, sync_id: sync.syncId, logged_at: at, message: text })))
      .execute(),
  )
