import type { Caller } from '#access'
import type { Db } from '#db'

export type AuditRecord = {
  tenantId: number
  operation: string
  outcome: 'done' | 'refused'
  /** `node`: nobody asked; the installation keeps its own house. */
  actor: Caller | 'operator' | 'remote' | 'node'
  target?: { kind: string; id: string } | null
  requestId?: string
  failureCode?: string
}

/** Writes one entry of the trail in the transaction of what it tells about, so that neither stands without the other. */
export const writeAudit = async (db: Db, record: AuditRecord): Promise<void> => {
  const { actor } = record
  const who =
    typeof actor === 'string'
      ? { actor_kind: actor, actor_id: null, actor_name: actor, credential_id: null }
      : { actor_kind: actor.principalKind, actor_id: actor.principalId, actor_name: actor.principalName, credential_id: actor.credentialId }
  await db
    .insertInto('audit_entries')
    .values({
      tenant_id: record.tenantId,
      operation: record.operation,
      outcome: record.outcome,
      ...who,
      target_kind: record.target?.kind ?? null,
      target_id: record.target?.id ?? null,
      request_id: record.requestId ?? null,
      failure_code: record.failureCode ?? null,
    })
    .execute()
}
