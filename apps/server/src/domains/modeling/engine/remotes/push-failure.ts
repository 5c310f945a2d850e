import { Failure } from '#kernel/failure'

/** What is kept of a push that failed. */
export type PushFailure = { cause: string; message: string; isOwnFault: boolean }

// A slow remote keeps its slot for as long, and nobody may be waiting for it.
const maxPushMinutes = 3
export const maxPushMs = maxPushMinutes * 60_000

/** Nothing but a remote takes minutes. */
export const pushTimedOut = (): Failure =>
  new Failure(
    'remote_unreachable',
    `The remote did not accept the push within ${maxPushMinutes} minutes. Check that it is reachable from here and accepts pushes; POST …/remote/push waits longer.`,
  )

const ownTrouble = new Set<string>(['service_unavailable', 'rate_limited'])

/** Of a failure of the remote what it says; of one of our own only that it is ours, since nobody can repeat the request. */
export const failureView = (error: unknown): PushFailure => {
  const code = error instanceof Failure ? error.code : 'internal_error'
  if (ownTrouble.has(code))
    return {
      cause: code,
      message: 'This service was too busy for the push. The remote is not the cause; the push is retried.',
      isOwnFault: true,
    }
  if (error instanceof Failure && error.kind !== 'bug') return { cause: code, message: error.message, isOwnFault: false }
  return { cause: 'internal_error', message: 'Something went wrong on our side. The push is retried.', isOwnFault: false }
}

/** Whether somebody who runs the service should see it: a defect, not a remote that refuses or a service that is busy. */
export const isDefect = (error: unknown): boolean => !(error instanceof Failure) || error.kind === 'bug'
