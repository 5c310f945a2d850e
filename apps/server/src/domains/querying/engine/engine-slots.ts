import { maxQueryCost } from '#kernel/query-cost'
import { type Bulkhead, type BulkheadLimits, createBulkhead, type Release } from '#limits'

/** The share of a request: one caller within one group of callers, such as an embed tenant, on one engine. */
export type Share = { environmentId: number; group: string; caller: string; cost: number }

/** Gives the slots back. Abandoned: the engine may still be planning the request, although nobody waits for it. */
export type LeaveEngine = (isAbandoned?: boolean) => void

export type EngineSlots = {
  /** Without waiting: nothing where `enter` would wait. */
  tryEnter: (share: Share) => LeaveEngine | undefined
  enter: (share: Share, signal: AbortSignal) => Promise<LeaveEngine>
}

const waits = { maxWaiting: 16_384, maxWaitingPerKey: 64, maxWaitMs: 10_000 }

/** Two of the largest queries, or sixteen small ones. */
const ofCaller: BulkheadLimits = {
  what: 'queries in this engine',
  holder: 'user or token',
  capacity: Infinity,
  maxPerKey: maxQueryCost,
  ...waits,
}

/** A second and a half of planning. One group has half of it at most, so that the next group always finds room. */
const ofEngine: BulkheadLimits = {
  what: 'query slots of this engine',
  holder: 'embed tenant',
  capacity: 4 * maxQueryCost,
  maxPerKey: 2 * maxQueryCost,
  ...waits,
  maxWaitingPerKey: 1024,
}

// Ten times what planning takes: a caller that abandons its requests must not get more of the engine than one that waits.
const abandonedMsPerUnit = 250

/**
 * Slots of engines, in units of a small query: each caller has a few, and the groups of callers take turns. An engine plans queries one after
 * another, so what it was given already is how long everybody else waits. Per node: with several gateways a caller has its slots on each.
 */
export const createEngineSlots = (nowMs: () => number = () => performance.now()): EngineSlots => {
  const callers = createBulkhead<string>(ofCaller)
  const engines = new Map<number, Bulkhead<string>>()

  const engineOf = (environmentId: number): Bulkhead<string> => {
    const engine = engines.get(environmentId) ?? createBulkhead<string>(ofEngine)
    engines.set(environmentId, engine)
    return engine
  }
  const forgetIfIdle = (environmentId: number): void => {
    const engine = engines.get(environmentId)
    if (engine?.held() === 0 && engine.waiting() === 0) engines.delete(environmentId)
  }
  const keyOf = ({ environmentId, caller }: Share): string => `${environmentId} ${caller}`

  const leaveOf = ({ environmentId, cost }: Share, own: Release, shared: Release): LeaveEngine => {
    const busyUntilMs = nowMs() + cost * abandonedMsPerUnit
    const leave = (): void => {
      shared()
      own()
      forgetIfIdle(environmentId)
    }
    return (isAbandoned = false) => {
      const leftMs = busyUntilMs - nowMs()
      if (isAbandoned && leftMs > 0) setTimeout(leave, leftMs).unref()
      else leave()
    }
  }

  return {
    tryEnter: (share) => {
      const own = callers.tryEnter(keyOf(share), share.cost)
      const shared = own && engineOf(share.environmentId).tryEnter(share.group, share.cost)
      if (own && shared) return leaveOf(share, own, shared)
      own?.()
      return undefined
    },
    enter: async (share, signal) => {
      const { environmentId, group, cost: weight } = share
      const own = await callers.enter(keyOf(share), { weight, signal })
      try {
        return leaveOf(share, own, await engineOf(environmentId).enter(group, { weight, signal }))
      } catch (error) {
        own()
        forgetIfIdle(environmentId)
        throw error
      }
    },
  }
}
