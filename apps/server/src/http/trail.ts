import { auditKindOfParam, type OperationShape, type TSchema } from '@facet/contract'
import { auditedAnswer, isAudited, type AuditReference } from '#kernel/audit'
import { writeAudit } from '#access'
import type { Services } from '#context'
import { type Db, inTransaction } from '#db'
import type { Failure } from '#kernel/failure'
import type { Call } from './call.ts'

/** What the handler answered, once the trail says what it touched. */
export const recordDone = async (db: Db, { operation, caller, requestId }: Call, settled: unknown): Promise<unknown> => {
  if (!isAudited(operation)) return settled
  const { answer, targets } = auditedAnswer(operation, settled)
  await writeAudit(db, { tenantId: caller.tenantId, operation: operation.id, outcome: 'done', actor: caller, targets, requestId })
  return answer
}

/** What the path names, when it can: scopes are checked before the path is, and a key pasted there must not enter the trail. */
const aimedAt = (operation: OperationShape, params: unknown): AuditReference[] =>
  Object.entries((params ?? {}) as Record<string, string | number>).flatMap(([name, value]) => {
    const form: TSchema | undefined = operation.params?.properties[name]
    const kind = auditKindOfParam[name]
    if (!form || !kind) return []
    const isNumber = 'type' in form && form.type === 'integer'
    return isNumber && !/^\d{1,16}$/.test(String(value)) ? [] : [{ kind, id: String(value).slice(0, 255) }]
  })

/** A refused write is part of the trail too. Its own transaction, since the operation's is gone. */
export const recordRefusal = (
  services: Services,
  call: Pick<Call, 'operation' | 'caller' | 'requestId'> & { params: unknown },
  failure: Failure,
): Promise<void> => {
  const { caller, operation, requestId } = call
  return inTransaction(services.pool, caller.tenantId, 'read write', (db) =>
    writeAudit(db, {
      tenantId: caller.tenantId,
      operation: operation.id,
      outcome: 'refused',
      actor: caller,
      targets: aimedAt(operation, call.params),
      requestId,
      failureCode: failure.code,
    }),
  )
}
