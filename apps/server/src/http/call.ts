import type { OperationShape } from '@facet/contract'
import type { Caller } from '#access'
import { sentFrom, type WrittenDocument } from '#kernel/answers'
import type { RequestContext, RequestHeaders, Services } from '#context'
import type { ConfirmCaller } from './confirm-caller.ts'

/** One request, read and admitted. */
export type Call = {
  operation: OperationShape
  caller: Caller
  origin: string
  requestId: string
  input: {
    params: Record<string, unknown>
    query: Record<string, unknown>
    body: unknown
    text?: string | undefined
    headers?: RequestHeaders | undefined
    file: AsyncIterable<Buffer> | undefined
  }
  idempotencyKey: unknown
  signal: AbortSignal
  /** Asked before every transaction, and once more before one that changes something is committed. */
  confirm: ConfirmCaller
  holdBytes: (bytes: number) => void
  /** Its effect is there: neither the body nor the room that is held for it is needed any more. */
  releaseBody: () => void
}

/** A handler of some operation; which context it takes follows from how that uses the database. */
export type AnyHandler = (input: never, context: never) => unknown

export type Outcome =
  | { body: string | Buffer; isReplay: boolean; status?: number }
  | { lines: AsyncIterable<unknown> }
  | { document: WrittenDocument }

export const isWrite = ({ operation }: Call): boolean => operation.method !== 'GET'

export const outcomeOf = (answer: unknown): Outcome => {
  const sent = sentFrom(answer)
  return 'document' in sent ? sent : { ...sent, isReplay: false }
}

/** What was kept of the first request with the same Idempotency-Key. */
export const replayOf = (body: string): Outcome => ({ body, isReplay: true })

/** What every handler is given, however its operation uses the database. */
export const requestContextOf = (services: Services, call: Call): RequestContext => ({
  ...services.contexts.request,
  operation: call.operation,
  requestId: call.requestId,
  caller: call.caller,
  origin: call.origin,
  signal: call.signal,
  holdBytes: call.holdBytes,
  signingKeys: services.signingKeys,
  config: services.config,
  keyRing: services.keyRing,
  log: services.log,
})

/**
 * Its type says what it takes, and the contract which of the contexts that is; here they are all alike. What it was given stays its own
 * when the call lets go of the body.
 */
export const handle = (handler: AnyHandler, call: Call, context: RequestContext): unknown =>
  handler({ ...call.input } as never, context as never)
