import type { OperationShape, TSchema } from '@facet/contract'
import type { Caller } from '#access'
import { writeAudit } from '#audit'
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

/** The id the audit entry names: from the path, or, for a creation, from what was created. */
const targetOf = (call: Call, answer: unknown): { kind: string; id: string } | null => {
  const { operation, input, caller } = call
  if (!operation.audit) return null
  const fromPath = Object.values(input.params)[0] as string | number | undefined
  const fromAnswer = typeof answer === 'object' && answer !== null && 'id' in answer ? (answer.id as string | number) : undefined
  return { kind: operation.audit, id: String(fromPath ?? fromAnswer ?? caller.tenantId) }
}

const claimOf = (context: Context, call: Call) =>
  call.operation.idempotency && call.idempotencyKey !== undefined ? claimIdempotencyKey(context, call.idempotencyKey, call.input) : null

/**
 * Runs an operation in one transaction: claim, work, audit entry and kept answer are committed together, before anything is
 * answered. A stream has it for its checks only and reads in transactions of its own.
 */
export const runOperation = (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> =>
  withTasksAtEnd((atEnd) => runInTransaction(services, handler, call, atEnd))

const runInTransaction = (services: Services, handler: AnyHandler, call: Call, atEnd: AtEnd): Promise<Outcome> => {
  const { operation, caller } = call
  const isWrite = operation.method !== 'GET'
  return inTransaction(services.pool, caller.tenantId, isWrite ? 'read write' : 'read only', async (db) => {
    const context = contextOf(services, call, db, atEnd)
    if (operation.streams) return { lines: handler(call.input, context) as AsyncIterable<unknown> }
    const claim = await claimOf(context, call)
    if (claim && 'replay' in claim) return { body: claim.replay, isReplay: true }
    const answer = await handler(call.input, context)
    if (isWrite && !operation.isOwnRecord)
      await writeAudit(db, {
        tenantId: caller.tenantId,
        operation: operation.id,
        outcome: 'done',
        actor: caller,
        target: targetOf(call, answer),
        requestId: call.requestId,
      })
    const sent = sentFrom(answer)
    if ('document' in sent) return sent
    if (claim) await claim.keep(sent.body.toString())
    return { ...sent, isReplay: false }
  })
}

/** What was sent as the id, when it can be one: scopes are checked before the path is, and a key pasted there must not enter the trail. */
const sentId = (operation: OperationShape, params: unknown): string | null => {
  const [name = '', value] = Object.entries((params ?? {}) as Record<string, string | number>)[0] ?? []
  const form: TSchema | undefined = operation.params?.properties[name]
  if (value === undefined || !form) return null
  const isNumber = 'type' in form && form.type === 'integer'
  return isNumber && !/^\d{1,16}$/.test(String(value)) ? null : String(value).slice(0, 200)
}

/** A refused write is part of the trail too. Its own transaction, since the operation's is gone. */
export const recordRefusal = (
  services: Services,
  call: Pick<Call, 'operation' | 'caller' | 'requestId'> & { params: unknown },
  failure: Failure,
): Promise<void> => {
  const { caller, operation, requestId } = call
  const id = sentId(operation, call.params)
  const target = operation.audit && id !== null ? { kind: operation.audit, id } : null
  return inTransaction(services.pool, caller.tenantId, 'read write', (db) =>
    writeAudit(db, {
      tenantId: caller.tenantId,
      operation: operation.id,
      outcome: 'refused',
      actor: caller,
      target,
      requestId,
      failureCode: failure.code,
    }),
  )
}
