import { Failure } from '#kernel/failure'
import { ObjectCorrupt } from './object-corrupt.ts'
import { ObjectMissing } from './object-missing.ts'
import { ObjectTooLarge } from './object-too-large.ts'

const isOurs = (error: unknown): boolean =>
  [Failure, ObjectCorrupt, ObjectMissing, ObjectTooLarge, TypeError].some((kind) => error instanceof kind)

/** What a store threw, as its callers know it: their own abort, an error with a name, or that the store does not answer. */
export const asStoreError = (error: unknown, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted) return signal.reason
  if (isOurs(error)) return error
  return new Failure('service_unavailable', 'The object store is not answering. Repeat the request in a moment.', {
    cause: error,
    retryAfterSeconds: 1,
  })
}
