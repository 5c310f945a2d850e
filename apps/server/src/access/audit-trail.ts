import type { Db } from '#db'
import type { AuditReference, Targets } from '#kernel/audit'
import type { Caller } from './caller.ts'

type Recorded = {
  tenantId: number
  /** Operation id, the command of the operator, or what a node does of itself. */
  operation: string
  /** `node`: no caller; the installation does this by itself. */
  actor: Caller | 'operator' | 'remote' | 'node'
  requestId?: string
}

export type AuditRecord =
  | (Recorded & { outcome: 'done'; targets: Targets })
  | (Recorded & { outcome: 'refused'; targets: readonly AuditReference[]; failureCode: string })

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
      targets: JSON.stringify(record.targets.map(({ kind, id, did }) => ({ kind, id: String(id), did }))),
      request_id: record.requestId ?? null,
      failure_code: record.outcome === 'refused' ? record.failureCode : null,
    })
    .execute()
}
