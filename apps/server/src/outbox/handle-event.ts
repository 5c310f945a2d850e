import type { Logger } from '#adapters/log'
import type { FunctionCalls } from '#db'
import { errorText } from './error-text.ts'
import { holdLease } from './lease.ts'
import { type ClaimedEvent, completeEvent, failEvent, releaseEvent, renewEvent } from './outbox-queries.ts'
import { retrySeconds } from './retry-rules.ts'

/** Reacts to one event. It may be called again for the same one, also when it succeeded. */
export type EventHandler = (event: ClaimedEvent, signal: AbortSignal) => Promise<void>

export type Handling = {
  calls: Pick<FunctionCalls, 'call'>
  log: Pick<Logger, 'warn' | 'error'>
  /** Of this claim alone: a process that lost it and claimed the event again does not settle the one with the other. */
  token: string
  leaseMs: number
  renewMs: number
}

/** Handles a claimed event and says in the outbox how it went. What cannot be said is told to the log, and the claim ends by itself. */
export const handleEvent = async (
  { calls, log, token, leaseMs, renewMs }: Handling,
  event: ClaimedEvent,
  handler: EventHandler,
  stopping: AbortSignal,
): Promise<void> => {
  const { tenantId, id, kind, attempts } = event
  const held = { tenantId, id, token }
  const about = { tenantId, event: id, kind, attempts }
  const lease = holdLease({
    leaseMs,
    renewMs,
    renew: () => renewEvent(calls, held, leaseMs / 1000),
    onProblem: (error) => log.warn({ err: error, ...about }, 'the claim on an event could not be renewed'),
  })
  const fail = async (error: unknown): Promise<void> => {
    if (stopping.aborted) {
      await releaseEvent(calls, held)
      return
    }
    const seconds = retrySeconds(attempts)
    if (seconds === null) log.error({ err: error, ...about }, 'an event is dead: the last attempt to react to it failed')
    else log.warn({ err: error, ...about }, 'a reaction to an event failed')
    await failEvent(calls, held, errorText(error), seconds)
  }
  try {
    // Claimed while the process began to stop.
    if (stopping.aborted) await releaseEvent(calls, held)
    else await handler(event, AbortSignal.any([stopping, lease.lost])).then(() => completeEvent(calls, held), fail)
  } catch (error) {
    log.warn({ err: error, ...about }, 'what came of an event could not be noted; it is handled again')
  } finally {
    await lease.stop()
  }
}
