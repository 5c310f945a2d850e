import { type AuditEntry, type AuditFilters, type AuditTarget, listedTargets } from '@facet/contract'
import type { TenantAccess } from '#access'
import { type Db, sql } from '#db'
import { instantOf } from '#kernel/instant'

const firstTargets = `$[0 to ${listedTargets - 1}]`

export const listEntries = (
  db: Db,
  access: TenantAccess,
  filters: AuditFilters,
  after: readonly [number, number] | null,
  limit: number,
  show: 'first targets' | 'all targets',
) => {
  const shown =
    show === 'all targets' ? sql<AuditTarget[]>`targets` : sql<AuditTarget[]>`jsonb_path_query_array(targets, ${firstTargets}::jsonpath)`
  let query = db.selectFrom('audit_entries').where('tenant_id', '=', access.tenantId)
  if (filters.from) query = query.where('at', '>=', instantOf('/query/from', filters.from))
  if (filters.to) query = query.where('at', '<', instantOf('/query/to', filters.to))
  if (filters.operation) query = query.where('operation', '=', filters.operation)
  if (filters.outcome) query = query.where('outcome', '=', filters.outcome)
  if (filters.actorId) query = query.where('actor_id', '=', filters.actorId)
  if (filters.targetKind || filters.targetId) {
    const target = { kind: filters.targetKind, id: filters.targetId }
    query = query.where(sql<boolean>`targets @> ${JSON.stringify([target])}::jsonb`)
  }
  if (after) {
    const at = sql<Date>`to_timestamp(${after[0]}::numeric / 1000000)`
    // Said again for `at` alone: a comparison of pairs does not tell the planner which months it can leave out.
    query = query.where('at', '<=', at).where(sql<boolean>`(at, id) < (${at}, ${after[1]}::bigint)`)
  }
  return (
    query
      .select(['id', 'at', 'operation', 'outcome', 'actor_kind', 'actor_id', 'actor_name', 'credential_id', 'request_id', 'failure_code'])
      .select([shown.as('targets'), sql<number>`jsonb_array_length(targets)`.as('target_count')])
      // A Date holds milliseconds and the column microseconds: the place in the order is kept whole.
      .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('micros'))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  )
}
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

export const entryView = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  operation: row.operation,
  outcome: row.outcome as AuditEntry['outcome'],
  actorKind: row.actor_kind as AuditEntry['actorKind'],
  actorId: row.actor_id,
  actorName: row.actor_name,
  credentialId: row.credential_id,
  targetKind: row.targets[0]?.kind ?? null,
  targetId: row.targets[0]?.id ?? null,
  targets: row.targets,
  targetCount: row.target_count,
  requestId: row.request_id,
  failureCode: row.failure_code,
})
