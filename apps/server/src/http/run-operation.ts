import type { OperationShape, TSchema } from '@facet/contract'
import type { Caller } from '#access'
import { writeAudit } from '#audit'
import type { Context, Services } from '#context'
import { lazyTransaction, type Transaction } from '#db'
import type { Failure } from '#failure'
import { claimIdempotencyKey } from './idempotency.ts'

export type Call = {
  operation: OperationShape
  caller: Caller
  origin: string
  requestId: string
  input: { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }
  idempotencyKey: unknown
}

export type AnyHandler = (input: Call['input'], context: Context) => unknown

export type Outcome = { body: string; isReplay: boolean } | { lines: AsyncIterable<unknown> }

const contextOf = (services: Services, call: Call, transaction: Transaction): Context => ({
  operation: call.operation,
  requestId: call.requestId,
  caller: call.caller,
  origin: call.origin,
  db: transaction.db,
  inOwnTransaction: async (work) => {
    const own = lazyTransaction(services.pool, call.caller.tenantId, 'read only')
    try {
      const result = await work(own.db)
      await own.commit()
      return result
    } finally {
      await own.rollback()
    }
  },
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

/** Runs an operation in one transaction: claim, work, audit entry and kept answer are committed together, before anything is answered. */
export const runOperation = async (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> => {
  const { operation } = call
  const isWrite = operation.method !== 'GET'
  const transaction = lazyTransaction(services.pool, call.caller.tenantId, isWrite ? 'read write' : 'read only')
  const context = contextOf(services, call, transaction)
  if (operation.streams) return { lines: handler(call.input, context) as AsyncIterable<unknown> }
  try {
    const claim =
      operation.idempotency && call.idempotencyKey !== undefined
        ? await claimIdempotencyKey(context, call.idempotencyKey, call.input)
        : null
    if (claim && 'replay' in claim) return { body: claim.replay, isReplay: true }
    const answer = await handler(call.input, context)
    const body = JSON.stringify(answer)
    if (isWrite)
      await writeAudit(transaction.db, {
        tenantId: call.caller.tenantId,
        operation: operation.id,
        outcome: 'done',
        actor: call.caller,
        target: targetOf(call, answer),
        requestId: call.requestId,
      })
    if (claim) await claim.keep(body)
    await transaction.commit()
    return { body, isReplay: false }
  } finally {
    // After a commit there is nothing left to undo and this does nothing.
    await transaction.rollback()
  }
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
export const recordRefusal = async (
  services: Services,
  call: Pick<Call, 'operation' | 'caller' | 'requestId'> & { params: unknown },
  failure: Failure,
): Promise<void> => {
  const transaction = lazyTransaction(services.pool, call.caller.tenantId, 'read write')
  const id = sentId(call.operation, call.params)
  try {
    await writeAudit(transaction.db, {
      tenantId: call.caller.tenantId,
      operation: call.operation.id,
      outcome: 'refused',
      actor: call.caller,
      target: call.operation.audit && id !== null ? { kind: call.operation.audit, id } : null,
      requestId: call.requestId,
      failureCode: failure.code,
    })
    await transaction.commit()
  } finally {
    await transaction.rollback()
  }
}
