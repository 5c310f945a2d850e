import { auditKindOfParam, type OperationShape, type TSchema } from '@facet/contract'
import type { Caller } from '#access'
import { auditedAnswer, isAudited, type Place, writeAudit } from '#audit'
import { sentFrom, type WrittenDocument } from '#answers'
import type { Context, RequestHeaders, Services } from '#context'
import { type AtEnd, type Db, inTransaction, withTasksAtEnd } from '#db'
import type { Failure } from '#failure'
import { claimIdempotencyKey } from './idempotency.ts'

export type Call = {
  operation: OperationShape
  caller: Caller
  origin: string
  requestId: string
  input: {
    params: Record<string, unknown>
    query: Record<string, unknown>
    body: unknown
    headers?: RequestHeaders | undefined
    file: AsyncIterable<Buffer> | undefined
  }
  idempotencyKey: unknown
  signal: AbortSignal
}

export type AnyHandler = (input: Call['input'], context: Context) => unknown

export type Outcome =
  | { body: string | Buffer; isReplay: boolean; status?: number }
  | { lines: AsyncIterable<unknown> }
  | { document: WrittenDocument }

const contextOf = (services: Services, call: Call, db: Db, atEnd: AtEnd): Context => ({
  operation: call.operation,
  requestId: call.requestId,
  caller: call.caller,
  origin: call.origin,
  db,
  inOwnTransaction: (work, mode = 'read only') => inTransaction(services.poolBeside, call.caller.tenantId, mode, work),
  signal: call.signal,
  atEnd,
  embed: services.embed,
  repositories: services.repositories,
  looseObjects: services.looseObjects,
  models: services.models,
  remotes: services.remotes,
  signingKeys: services.signingKeys,
  config: services.config,
  keyRing: services.keyRing,
  log: services.log,
})

/** What the handler answered, once the trail says what it touched. */
const recordDone = async (db: Db, { operation, caller, requestId }: Call, settled: unknown): Promise<unknown> => {
  if (!isAudited(operation)) return settled
  const { answer, targets } = auditedAnswer(operation, settled)
  await writeAudit(db, { tenantId: caller.tenantId, operation: operation.id, outcome: 'done', actor: caller, targets, requestId })
  return answer
}

const claimOf = (context: Context, call: Call) =>
  call.operation.idempotency && call.idempotencyKey !== undefined ? claimIdempotencyKey(context, call.idempotencyKey, call.input) : null

/**
 * Runs an operation in one transaction: claim, work, audit entry and kept answer are committed together, before anything is
 * answered. A stream has it for its checks only and reads in transactions of its own.
 */
export const runOperation = async (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> => {
  const outcome = await withTasksAtEnd((atEnd) => runInTransaction(services, handler, call, atEnd))
  // What it ended is in the object store before anybody hears of it, so that no copy of the database brings it back.
  if (call.operation.method !== 'GET' && !call.operation.isOwnRecord) await services.ledger.settle()
  return outcome
}

const runInTransaction = (services: Services, handler: AnyHandler, call: Call, atEnd: AtEnd): Promise<Outcome> => {
  const { operation, caller } = call
  const isWrite = operation.method !== 'GET'
  return inTransaction(services.pool, caller.tenantId, isWrite ? 'read write' : 'read only', async (db) => {
    const context = contextOf(services, call, db, atEnd)
    if (operation.streams) return { lines: handler(call.input, context) as AsyncIterable<unknown> }
    const claim = await claimOf(context, call)
    if (claim && 'replay' in claim) return { body: claim.replay, isReplay: true }
    const sent = sentFrom(await recordDone(db, call, await handler(call.input, context)))
    if ('document' in sent) return sent
    if (claim) await claim.keep(sent.body.toString())
    return { ...sent, isReplay: false }
  })
}

/** What the path names, when it can: scopes are checked before the path is, and a key pasted there must not enter the trail. */
const aimedAt = (operation: OperationShape, params: unknown): Place[] =>
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
