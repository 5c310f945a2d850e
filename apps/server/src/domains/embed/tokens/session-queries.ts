import type { Db } from '#db'
import type { ExchangeItem } from '#engine/embed'

/** Whom a session is for; whoever has the secret may know. */
export const findPendingSession = (db: Db, item: ExchangeItem) =>
  db
    .selectFrom('embed_sessions')
    .select(['user_id', 'is_internal', 'embed_tenant_id', 'deployment_id'])
    .where('tenant_id', '=', item.tenantId)
    .where('bucket', '=', item.bucket)
    .where('id', '=', item.id)
    .where('secret_hash', '=', Buffer.from(item.secretHash, 'base64'))
    .executeTakeFirst()
