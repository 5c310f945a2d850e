import { ObjectCorrupt, ObjectMissing } from '#adapters/object-store'
import { Failure } from '#kernel/failure'

/** Whether the store answered and what it holds is not what was put there. */
export const isDamaged = (error: unknown): boolean => error instanceof ObjectCorrupt || error instanceof ObjectMissing

/** What is read of the store. To a caller, damaged data is an outage; the details are in the log. */
export const damageAsUnavailable = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    if (!isDamaged(error)) throw error
    throw new Failure('service_unavailable', 'The object store returned missing or damaged data. Repeat the request in a moment.', {
      cause: error,
      retryAfterSeconds: 5,
    })
  }
}
