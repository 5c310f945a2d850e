import type { AuditEntry, AuditFilters } from '@facet/contract'
import type { TenantAccess } from '#access'
import { type Db, sql } from '#db'
import { instantOf } from '#instant'

export const listEntries = (
  db: Db,
  access: TenantAccess,
  filters: AuditFilters,
  after: readonly [number, number] | null,
  limit: number,
) => {
  let query = db.selectFrom('audit_entries').where('tenant_id', '=', access.tenantId)
  if (filters.from) query = query.where('at', '>=', instantOf('/query/from', filters.from))
  if (filters.to) query = query.where('at', '<', instantOf('/query/to', filters.to))
  if (filters.operation) query = query.where('operation', '=', filters.operation)
  if (filters.outcome) query = query.where('outcome', '=', filters.outcome)
  if (filters.actorId) query = query.where('actor_id', '=', filters.actorId)
  if (filters.targetKind) query = query.where('target_kind', '=', filters.targetKind)
  if (filters.targetId) query = query.where('target_id', '=', filters.targetId)
  if (after) {
    const at = sql<Date>`to_timestamp(${after[0]}::numeric / 1000000)`
    // Said again for `at` alone: a comparison of pairs does not tell the planner which months it can leave out.
    query = query.where('at', '<=', at).where(sql<boolean>`(at, id) < (${at}, ${after[1]}::bigint)`)
  }
  return (
    query
      .select([
        'id',
        'at',
        'operation',
        'outcome',
        'actor_kind',
        'actor_id',
        'actor_name',
        'credential_id',
        'target_kind',
        'target_id',
        'request_id',
        'failure_code',
      ])
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
  targetKind: row.target_kind,
  targetId: row.target_id,
  requestId: row.request_id,
  failureCode: row.failure_code,
})
