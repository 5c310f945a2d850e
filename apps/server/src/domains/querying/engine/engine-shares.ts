import { type Bulkhead, type BulkheadLimits, createBulkhead, type Release } from '#limits'

/** The share of a request: one caller within one group of callers, such as an embed tenant, on one engine. */
export type Share = { environmentId: number; group: string; caller: string }

export type EngineShares = {
  /** Without waiting: nothing where `enter` would wait. */
  tryEnter: (share: Share, weight: number) => Release | undefined
  enter: (share: Share, weight: number, signal: AbortSignal) => Promise<Release>
}

/** Shares something of each engine: every caller has its limit, and the groups of callers take turns for what the engine has. */
export const createEngineShares = (ofCaller: BulkheadLimits, ofEngine: BulkheadLimits): EngineShares => {
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
  const both = ({ environmentId }: Share, own: Release, shared: Release): Release => {
    return () => {
      shared()
      own()
      forgetIfIdle(environmentId)
    }
  }

  return {
    tryEnter: (share, weight) => {
      const own = callers.tryEnter(keyOf(share), weight)
      const shared = own && engineOf(share.environmentId).tryEnter(share.group, weight)
      if (own && shared) return both(share, own, shared)
      own?.()
      return undefined
    },
    enter: async (share, weight, signal) => {
      const own = await callers.enter(keyOf(share), { weight, signal })
      try {
        return both(share, own, await engineOf(share.environmentId).enter(share.group, { weight, signal }))
      } catch (error) {
        own()
        forgetIfIdle(share.environmentId)
        throw error
      }
    },
  }
}
