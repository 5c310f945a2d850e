import type { AuditTargetKind, AuditVerb } from '@facet/contract'
import type { Touched } from '#kernel/audit'
import { type Db, type RawBuilder, sql } from '#db'
import { embedTenantRemoved } from '#events/embed'
import { publishMany } from '#outbox'
import type { ReplayedKind } from './ended-subjects.ts'

/** What was touched, as the entry of the live operation would name it. */
type Ended = { kind: AuditTargetKind; id: string; subject_id?: number }
type Replay = {
  did: AuditVerb
  statement: (tenantId: number, ids: number[]) => RawBuilder<Ended>
  /** Tells others of it, where the live operation does. */
  publish?: (db: Db, tenantId: number, subjectIds: readonly number[]) => Promise<void>
}

/**
 * What ending each did, with all that its triggers and cascades do. Sessions that stood on it need no mark of their own: they are from
 * before the restore.
 */
const replays: Record<ReplayedKind, Replay> = {
  api_key: {
    did: 'deleted',
    statement: (tenantId, ids) =>
      sql`delete from api_keys where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) returning 'api_key' as kind, id::text`,
  },
  principal: {
    did: 'deleted',
    statement: (tenantId, ids) =>
      sql`delete from principals where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) returning kind, id::text`,
  },
  principal_deactivated: {
    did: 'deactivated',
    statement: (tenantId, ids) =>
      sql`update principals set is_deactivated = true, updated_at = now()
        where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and not is_deactivated returning kind, id::text`,
  },
  role_grant: {
    did: 'demoted',
    statement: (tenantId, ids) =>
      sql`delete from role_grants g using principals p
        where g.tenant_id = ${tenantId} and g.id = any(${ids}::bigint[]) and p.tenant_id = g.tenant_id and p.id = g.principal_id
        returning p.kind, p.id::text`,
  },
  deployment_grant: {
    did: 'unshared',
    statement: (tenantId, ids) =>
      sql`delete from deployment_grants where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
        returning 'deployment' as kind, deployment_id::text as id`,
  },
  embed_tenant: {
    did: 'deleted',
    statement: (tenantId, ids) =>
      sql`update embed_tenants set removed_at = now()
        where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and removed_at is null
        returning 'embed_tenant' as kind, name as id, id as subject_id`,
    publish: (db, tenantId, ids) =>
      publishMany(
        db,
        { tenantId },
        embedTenantRemoved,
        ids.map((embedTenantId) => ({ embedTenantId })),
      ),
  },
  embedding_frozen: {
    did: 'updated',
    statement: (tenantId, ids) =>
      sql`update tenants set embed_frozen_at = clock_timestamp()
        where id = ${tenantId} and id = any(${ids}::bigint[]) and embed_frozen_at is null returning 'tenant' as kind, id::text`,
  },
  tenant_suspended: {
    did: 'updated',
    statement: (tenantId, ids) =>
      sql`update tenants set suspended_at = now()
        where id = ${tenantId} and id = any(${ids}::bigint[]) and suspended_at is null returning 'tenant' as kind, id::text`,
  },
}

/** Before anything that others stand on, so that what goes along with it is counted by its own kind. */
export const replayOrder = [
  'tenant_suspended',
  'embedding_frozen',
  'api_key',
  'role_grant',
  'deployment_grant',
  'principal_deactivated',
  'principal',
  'embed_tenant',
] as const satisfies ReplayedKind[]

/** As many as one audit entry names. */
const batch = 500

/** Ends these again, some at a time, and yields those of them that this copy still held. */
export async function* endAgain(db: Db, tenantId: number, kind: ReplayedKind, subjectIds: Iterable<number>): AsyncGenerator<Touched[]> {
  const ids = [...subjectIds]
  const replay = replays[kind]
  for (let at = 0; at < ids.length; at += batch) {
    const { rows } = await replay.statement(tenantId, ids.slice(at, at + batch)).execute(db)
    await replay.publish?.(
      db,
      tenantId,
      rows.flatMap(({ subject_id: subjectId }) => subjectId ?? []),
    )
    yield rows.map((row) => ({ kind: row.kind, id: row.id, did: replay.did }))
  }
}
