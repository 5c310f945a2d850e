import { randomUUID } from 'node:crypto'
import type { Logger } from '#adapters/log'
import type { FunctionCalls } from '#db'
import { type EventHandler, handleEvent } from './handle-event.ts'
import { claimEvents, type ClaimedEvent } from './outbox-queries.ts'
import { maxAttempts } from './retry-rules.ts'

export type { EventHandler }

const defaultPace = {
  /** How often events are looked for while others are being handled. */
  pollMs: 2000,
  /** How long after its last renewal another process may claim an event. */
  leaseMs: 60_000,
  renewMs: 15_000,
  maxAtOnce: 4,
  /** One tenant's slow reactions leave room for others. */
  maxAtOncePerTenant: 2,
}

type Consumer = {
  calls: Pick<FunctionCalls, 'call'>
  log: Pick<Logger, 'warn' | 'error'>
  handlers: ReadonlyMap<string, EventHandler>
  /** Whether the database may be acted upon. */
  isServed: () => Promise<boolean>
  pace?: Partial<typeof defaultPace>
}

// Each call looks at some hundred tenants. Where none of so many has anything due, the next look goes on behind them.
const maxIdleCalls = 20

/** Ends when so long has passed, when the signal comes, or when it is cancelled. */
const pauseFor = (ms: number, signal: AbortSignal): { ended: Promise<null>; cancel: () => void } => {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms).unref()
  const cancel = (): void => {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    resolve(null)
  }
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  return { ended: promise, cancel }
}

/**
 * Claims events and has them handled, several at once, tenants in turn. A turn ends when there is nothing more to handle; when the signal
 * comes, what is under way is told to stop, and waited for.
 */
export const createConsumer = ({ calls, log, handlers, isServed, pace = {} }: Consumer): ((signal: AbortSignal) => Promise<void>) => {
  const { pollMs, leaseMs, renewMs, maxAtOnce, maxAtOncePerTenant } = { ...defaultPace, ...pace }
  const running = new Map<ClaimedEvent, Promise<void>>()
  let afterTenantId = 0
  let settled = 0

  const start = (event: ClaimedEvent, token: string, signal: AbortSignal): void => {
    const handler = handlers.get(event.kind)
    if (!handler) throw new Error(`An event of the kind "${event.kind}" was claimed, to which nothing here reacts.`)
    const handled = handleEvent({ calls, log, token, leaseMs, renewMs }, event, handler, signal)
    running.set(
      event,
      handled.finally(() => {
        running.delete(event)
        settled++
      }),
    )
  }

  /** Tenants that have as many under way as they may. */
  const busyTenants = (): number[] =>
    [...Map.groupBy(running.keys(), ({ tenantId }) => tenantId)]
      .filter(([, events]) => events.length >= maxAtOncePerTenant)
      .map(([tenantId]) => tenantId)

  /** Fills the free places, going around the tenants once at most without finding anything. */
  const startDue = async (signal: AbortSignal): Promise<void> => {
    let idleCalls = 0
    while (idleCalls < maxIdleCalls && !signal.aborted && running.size < maxAtOnce) {
      if (!(await isServed())) return
      const from = afterTenantId
      const token = randomUUID()
      const claimed = await claimEvents(calls, {
        kinds: [...handlers.keys()],
        token,
        afterTenantId: from,
        exceptTenantIds: busyTenants(),
        limit: maxAtOnce - running.size,
        limitPerTenant: 1,
        leaseSeconds: leaseMs / 1000,
        maxAttempts,
      })
      afterTenantId = claimed.afterTenantId
      for (const event of claimed.events) start(event, token, signal)
      if (claimed.events.length > 0) idleCalls = 0
      else if (from === 0 && afterTenantId === 0) return
      else idleCalls++
    }
  }

  return async (signal) => {
    for (;;) {
      const settledBefore = settled
      const problem = await startDue(signal).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (running.size === 0) {
        // What waited behind an event that was settled meanwhile may not have been seen.
        if (!problem && settled > settledBefore && !signal.aborted) continue
        if (problem) throw problem.error
        return
      }
      if (problem) log.warn({ err: problem.error }, 'events could not be claimed')
      const pause = pauseFor(pollMs, signal)
      await Promise.race([...running.values(), ...(signal.aborted ? [] : [pause.ended])])
      pause.cancel()
    }
  }
}
