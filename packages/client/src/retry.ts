import { FacetFailure } from './failure.ts'
import type { Operation } from './operation.ts'

export type Retries = {
  /** In all, the first one included. */
  readonly attempts: number
  /** Bound of the first wait; it doubles with each attempt. */
  readonly baseMs: number
  /** Bound of every wait the client chooses itself. */
  readonly maxMs: number
  /** The longest `Retry-After` that is waited out; after a longer one the call fails at once. */
  readonly patienceMs: number
}

export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

export type RetryOptions = { readonly [Field in keyof Retries]?: Retries[Field] | undefined }

export const retriesOf = ({ attempts = 3, baseMs = 200, maxMs = 5_000, patienceMs = 60_000 }: RetryOptions = {}): Retries => ({
  attempts,
  baseMs,
  maxMs,
  patienceMs,
})

/** Whether sending the request twice does no more than sending it once. */
export const isRepeatable = ({ method, idempotent }: Operation): boolean =>
  idempotent === true || method === 'GET' || method === 'PUT' || method === 'DELETE'

const isPassing = (failure: FacetFailure): boolean =>
  failure.code === 'network_error' || failure.status === 429 || failure.status === 503 || failure.code === 'idempotency_in_progress'

/** How long to wait before attempt number `attempt + 1`, or undefined when there should be none. */
export const delayBefore = (failure: unknown, attempt: number, operation: Operation, retries: Retries): number | undefined => {
  if (!(failure instanceof FacetFailure) || attempt >= retries.attempts) return undefined
  if (!isRepeatable(operation) || !isPassing(failure)) return undefined
  if (failure.retryAfterMs !== undefined) return failure.retryAfterMs <= retries.patienceMs ? failure.retryAfterMs : undefined
  // Full jitter: callers that failed together do not come back together.
  return Math.random() * Math.min(retries.maxMs, retries.baseMs * 2 ** (attempt - 1))
}

/** `Retry-After` is a number of seconds or a date. */
export const retryAfterMs = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

export const wait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
