import { startTakesLong, tooManyWait } from './failures.ts'
import type { EngineLimits, EnvironmentId } from './types.ts'

export type WaitingRoom = {
  /** Has the work wait, while there is room for one more to. Its signal is aborted by the caller's, and when the wait takes too long. */
  wait: <T>(environment: EnvironmentId, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  waiting: () => number
}

const createCounts = () => {
  const counts = new Map<number, number>()
  const of = (key: number): number => counts.get(key) ?? 0
  const add = (key: number, by: 1 | -1): void => {
    const count = of(key) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return { of, add }
}

/** Bounds how many requests wait for processes to start: of one environment, of one tenant, and in all. */
export const createWaitingRoom = ({ max, maxPerTenant, maxPerEnvironment, maxMs }: EngineLimits['waiting']): WaitingRoom => {
  const tenants = createCounts()
  const environments = createCounts()
  let total = 0
  const count = ({ tenantId, environmentId }: EnvironmentId, by: 1 | -1): void => {
    total += by
    tenants.add(tenantId, by)
    environments.add(environmentId, by)
  }
  return {
    wait: async (environment, signal, work) => {
      signal.throwIfAborted()
      const { tenantId, environmentId } = environment
      if (total >= max || tenants.of(tenantId) >= maxPerTenant || environments.of(environmentId) >= maxPerEnvironment) throw tooManyWait()
      const leaving = new AbortController()
      const leave = (): void => leaving.abort(signal.reason)
      const timer = setTimeout(() => leaving.abort(startTakesLong()), maxMs)
      signal.addEventListener('abort', leave, { once: true })
      count(environment, 1)
      try {
        return await work(leaving.signal)
      } finally {
        count(environment, -1)
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
    },
    waiting: () => total,
  }
}
