import { createBackoff } from './backoff.ts'
import { createBoots, type BootParts } from './boots.ts'
import type { EngineProcess } from './engine-process.ts'
import { doesNotStart, noBuild, noRoom, stopping } from './failures.ts'
import type { Place } from './places.ts'
import type { EngineLease, EngineSpec, EnvironmentId, LeaseHolder, RunningProcess } from './types.ts'
import { unlessAborted } from './unless-aborted.ts'
import type { WaitingRoom } from './waiting-room.ts'

export type EnvironmentParts = BootParts & {
  findServed: (environment: EnvironmentId) => Promise<EngineSpec | null>
  /** A place in the memory budget, if need be that of another process (`slot-rules.ts`); null if there is none. */
  takePlace: (except: EngineProcess | null) => Promise<Place | null>
  nextPlace: () => Promise<Place>
  waitingRoom: WaitingRoom
  /** Called when there is nothing left to remember. */
  onForgettable: () => void
}

/** The processes of one environment: one that serves, at most one that starts, and those that drain. */
export type EngineEnvironment = {
  acquire: (holder: LeaseHolder, signal: AbortSignal) => Promise<EngineLease>
  /** Nothing where it would have to be waited for, or refused. */
  tryAcquire: (holder: LeaseHolder) => EngineLease | undefined
  refresh: () => Promise<void>
  tenantId: number
  /** The process that serves. */
  serving: () => EngineProcess | null
  /** Places that it holds and does not give up. */
  slots: () => number
  /** Ends the process that serves; the next request starts another. */
  suspend: () => Promise<void>
  /** The same for one in use: it answers what it was asked first. */
  drain: () => Promise<void>
  list: () => RunningProcess[]
  stop: () => Promise<void>
}

export const createEnvironment = (id: EnvironmentId, parts: EnvironmentParts): EngineEnvironment => {
  const { findServed, takePlace, nextPlace, waitingRoom, onForgettable, limits, log, nowMs } = parts
  const backoff = createBackoff(limits.backoff, nowMs)
  let current: EngineProcess | null = null
  let starting: Promise<void> | null = null
  let lastGood: EngineSpec | null = null
  let waiting = 0

  const forgetIfDone = (): void => {
    if (waiting === 0 && !starting && boots.isEmpty() && backoff.isEmpty()) onForgettable()
  }

  const retire = (process: EngineProcess): Promise<void> => {
    if (current === process) current = null
    boots.note(process, 'draining')
    return process.drain(limits.drainMs)
  }

  const suspend = async (): Promise<void> => {
    const process = current
    current = null
    if (process) backoff.forget(process.spec.buildId)
    await process?.end()
  }

  const boots = createBoots(parts, {
    onIdle: (process) => {
      if (process === current) void suspend()
    },
    onEnded: (process, reason) => {
      if (current === process) current = null
      if (reason !== null) {
        // One that served for a while is started again at once; one that hardly began has to rest.
        if (nowMs() - process.readyAtMs >= limits.stableMs) backoff.forget(process.spec.buildId)
        else backoff.failed(process.spec.buildId, reason)
      }
      forgetIfDone()
    },
    onFailed: (spec, error) => backoff.failed(spec.buildId, error),
  })

  /** What is served, unless it failed and has to rest: then the last that did start, rather than nothing. */
  const choose = (served: EngineSpec): EngineSpec => {
    const rest = backoff.restOf(served.buildId)
    if (!rest) return served
    if (lastGood && lastGood.buildId !== served.buildId && !backoff.restOf(lastGood.buildId)) return lastGood
    throw doesNotStart(rest, nowMs())
  }

  const take = (process: EngineProcess): void => {
    current = process
    lastGood = process.spec
  }

  const start = async (): Promise<void> => {
    const served = await findServed(id)
    if (!served) throw noBuild()
    backoff.forgetOthers(served.buildId, lastGood?.buildId ?? served.buildId)
    const spec = choose(served)
    const place = await takePlace(null)
    if (!place) throw noRoom()
    try {
      take(await boots.boot(spec, place))
    } catch (error) {
      if (parts.signal.aborted) throw stopping()
      const rest = backoff.restOf(spec.buildId)
      throw rest ? doesNotStart(rest, nowMs()) : error
    }
  }

  /** Beside the one that runs where there is room, else in its place: then requests wait, and do not fail. */
  const replace = async (old: EngineProcess, served: EngineSpec): Promise<void> => {
    let place = await takePlace(old)
    // It ended meanwhile, and its place is free: the next request starts what is served.
    if (!place && current !== old) return
    if (!place) {
      const next = nextPlace()
      void retire(old)
      place = await next.catch(() => null)
    }
    // It was the turn of other tenants for too long: the next request tries again.
    if (!place) return
    try {
      take(await boots.boot(served, place))
    } catch (error) {
      // The one before goes on, or is started again by the next request.
      log.warn({ err: error, environmentId: id.environmentId, buildId: served.buildId }, 'a new build does not start')
      return
    }
    if (!old.isDraining()) void retire(old)
  }

  /** One at a time; whoever comes meanwhile waits for the same. */
  const run = (work: () => Promise<void>): Promise<void> => {
    const running = work().finally(() => {
      starting = null
      queueMicrotask(forgetIfDone)
    })
    running.catch(() => undefined)
    starting = running
    return running
  }

  const refresh = async (): Promise<void> => {
    for (;;) {
      // A start under way may have looked before the build was activated.
      while (starting) await starting.catch(() => undefined)
      const seen = current
      if (!seen || parts.signal.aborted) return
      const served = await findServed(id)
      if (starting || current !== seen) continue
      if (!served) return void retire(seen)
      if (served.buildId === seen.spec.buildId || backoff.restOf(served.buildId)) return
      return run(() => replace(seen, served))
    }
  }

  return {
    acquire: async (holder, signal) => {
      if (parts.signal.aborted) throw stopping()
      if (current) return current.lease(holder)
      waiting += 1
      try {
        return await waitingRoom.wait(id, signal, async (leaving) => {
          for (;;) {
            await unlessAborted(starting ?? run(start), leaving)
            if (current) return current.lease(holder)
          }
        })
      } finally {
        waiting -= 1
        forgetIfDone()
      }
    },
    tryAcquire: (holder) => (parts.signal.aborted ? undefined : current?.lease(holder)),
    refresh,
    tenantId: id.tenantId,
    serving: () => current,
    slots: () => (current ? 1 : 0) + boots.starting(),
    suspend,
    drain: async () => {
      if (current) await retire(current)
    },
    list: () => boots.list(),
    stop: async () => {
      await starting?.catch(() => undefined)
      if (current) void retire(current)
      await boots.allEnded()
    },
  }
}
