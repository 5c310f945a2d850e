import { type Db, sql } from '#db'
import type { InTenant } from './proofs.ts'

/** `owner` ends what the keys of a principal minted; `user` what was minted for one. */
export type RevokedKind = 'tenant' | 'user' | 'embed_tenant' | 'group' | 'deployment' | 'key' | 'owner'

/** The tenant-wide catalog, where an embed tenant's has the id of the embed tenant. */
export const tenantWide = 0

/**
 * Waits for the sessions being minted from a catalog and keeps new ones waiting until this transaction ends. Whoever narrows
 * what users hold takes it first: otherwise a session minted meanwhile could carry what was just taken away.
 */
export const lockCatalog = (db: Db, { tenantId }: InTenant, scope: number) =>
  sql`select facet_lock_catalog(${tenantId}::bigint, ${scope}::bigint)`.execute(db)

/** For those who add to a catalog or change its texts: one at a time, beside the sessions being minted from it. */
export const extendCatalog = (db: Db, { tenantId }: InTenant, scope: number) =>
  sql`select facet_extend_catalog(${tenantId}::bigint, ${scope}::bigint)`.execute(db)

/** Ends every session and token minted so far for these subjects; all processes know within a second. */
export const endSessions = async (db: Db, { tenantId }: InTenant, kind: RevokedKind, subjectIds: readonly number[]): Promise<void> => {
  if (subjectIds.length === 0) return
  // In one order, so that two of these never wait for each other.
  await sql`insert into embed_watermarks (tenant_id, kind, subject_id)
    select ${tenantId}::bigint, ${kind}, id from unnest(${[...subjectIds]}::bigint[]) id order by id
    on conflict (tenant_id, kind, subject_id) do update set revoked_before = clock_timestamp()`.execute(db)
}

/** Ends one session and its token, whether or not the token is there yet. The first time stands. */
export const endSession = async (db: Db, { tenantId }: InTenant, bucket: number, id: number): Promise<void> => {
  await sql`insert into embed_watermarks (tenant_id, kind, subject_id, revoked_before)
    select tenant_id, 'session', id, greatest(clock_timestamp(), created_at) from embed_sessions
    where tenant_id = ${tenantId} and bucket = ${bucket} and id = ${id} on conflict do nothing`.execute(db)
}
