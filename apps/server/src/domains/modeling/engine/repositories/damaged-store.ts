import { ObjectCorrupt, ObjectMissing } from '#adapters/object-store'
import { Failure } from '#kernel/failure'

/** Whether the store answered and what it holds is not what was put there. */
export const isDamaged = (error: unknown): boolean => error instanceof ObjectCorrupt || error instanceof ObjectMissing

/** What is read of the store. Damage is an outage like another to a caller; what is wrong stands in the log, for whoever runs the store. */
export const orOutage = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    if (!isDamaged(error)) throw error
    throw new Failure('service_unavailable', 'The object store did not give back what was put there. Repeat the request in a moment.', {
      cause: error,
      retryAfterSeconds: 5,
    })
  }
}
