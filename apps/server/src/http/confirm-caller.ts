import { isDeepStrictEqual } from 'node:util'
import type { OperationShape } from '@facet/contract'
import type { FastifyRequest } from 'fastify'
import { type Caller, requireMayCall } from '#access'
import { Failure } from '#kernel/failure'

/** Throws when the credential of a request has ended since it came, or no longer allows what it allowed then. */
export type ConfirmCaller = () => Promise<void> | void

const changedMeanwhile = (): Failure =>
  new Failure('service_unavailable', 'What the caller may do was changed while the request ran. Repeat it.', { retryAfterSeconds: 1 })

/**
 * A request is judged by its head, and much can happen until it has its effect: bodies come slowly, turns are waited for, streams
 * are read at leisure. While nothing of the tenant changed, the cache holds the very same caller, and asking costs nothing.
 */
export const confirmCaller = (request: FastifyRequest, operation: OperationShape, caller: Caller): ConfirmCaller => {
  const { findAgain } = request.facet
  const compare = (now: Caller): void => {
    requireMayCall(now, operation, request.params as Record<string, string | undefined>, request.headers.origin)
    // Proofs were made from what it held: whether they would be made again is not known here.
    if (!isDeepStrictEqual([now.grants, now.scope], [caller.grants, caller.scope])) throw changedMeanwhile()
  }
  return () => {
    const found = findAgain?.() ?? caller
    if (found === caller) return
    return found instanceof Promise ? found.then(compare) : compare(found)
  }
}
