import { Failure } from '#kernel/failure'
import type { Rest } from './backoff.ts'

export const noBuild = (): Failure =>
  new Failure(
    'no_build',
    'Nothing of this deployment was built yet. Look at its build status, and repeat the request when a build is done.',
    {
      retryAfterSeconds: 5,
    },
  )

export const tooManyWait = (): Failure =>
  new Failure(
    'engine_starting',
    'The engine is starting, and as many requests as may wait for it already do. Repeat the request in a moment.',
    {
      retryAfterSeconds: 2,
    },
  )

export const startTakesLong = (): Failure =>
  new Failure('engine_starting', 'The engine is starting and was not ready in time. Repeat the request in a moment.', {
    retryAfterSeconds: 2,
  })

export const noRoom = (): Failure =>
  new Failure(
    'engine_unavailable',
    'This node has no memory left for another engine: all that run are in use. Repeat the request in a moment.',
    {
      retryAfterSeconds: 5,
    },
  )

export const largestLoad = (): Failure =>
  new Failure(
    'rate_limited',
    'The engine did not respond, and your requests were the largest part of its load. Repeat them later, with fewer at a time.',
    {
      retryAfterSeconds: 5,
    },
  )

export const stopping = (): Failure =>
  new Failure('engine_unavailable', 'This node is stopping. Repeat the request.', { retryAfterSeconds: 1 })

/** The text is for those who own the model; a gateway does not show it to others. */
export const doesNotStart = ({ error, retryAtMs }: Rest, nowMs: number): Failure =>
  new Failure('engine_failed', `The engine of this deployment failed: ${error}`, {
    retryAfterSeconds: Math.max(1, Math.ceil((retryAtMs - nowMs) / 1000)),
  })
