import { hash } from 'node:crypto'
import { type CompiledChart, compilerVersion } from '@facet/chart-spec'
import { LRUCache } from 'lru-cache'
import { ComputeLimitExceeded, type ComputeProcess } from '#adapters/compute'
import { createBulkhead } from '#limits'

/** Turns the specifications of charts into what browsers draw, in a process of its own. */
export type ChartCompiler = {
  /** What is kept of another version is compiled again. */
  version: string
  /** One answer for each, in their order. A specification that takes too long or too much is refused like any other that is not allowed. */
  compile: (tenantId: number, specs: readonly unknown[]) => Promise<CompiledChart[]>
  close: () => Promise<void>
}

/** The largest that are allowed take about a second on an idle machine. */
const timeoutMs = 10_000
/** So long one that went over a limit is not tried again: many frames would have the process for nothing else. */
const restMs = 60_000
/** Loading the compiler is no chart's fault, and takes long where the machine is busy. */
const loadingTimeoutMs = 60_000
const smallest = { mark: 'point' }
// A tenant waits for the one chart that is compiled before its own, not for a whole dashboard of somebody else.
const line = { capacity: 1, maxPerKey: 1, maxWaiting: 200, maxWaitingPerKey: 20, maxWaitMs: 20_000 }

export const createChartCompiler = (compute: ComputeProcess, limitMs = timeoutMs): ChartCompiler => {
  const turns = createBulkhead<number>({ what: 'turns of the process that compiles charts', holder: 'tenant', ...line })

  const overLimit = new LRUCache<string, CompiledChart>({ max: 1000, ttl: restMs })
  const underWay = new Map<string, Promise<CompiledChart>>()
  let isLoaded = false

  const ready = async (): Promise<void> => {
    if (isLoaded) return
    await compute.call({ message: { spec: smallest }, timeoutMs: loadingTimeoutMs })
    isLoaded = true
  }

  const compileOne = async (spec: unknown): Promise<CompiledChart> => {
    await ready()
    try {
      return (await compute.call({ message: { spec }, timeoutMs: limitMs })) as CompiledChart
    } catch (error) {
      // The next call starts another process.
      isLoaded = false
      if (!(error instanceof ComputeLimitExceeded)) throw error
      return { problem: { at: '', what: `went over the limit of ${error.limit} for compiling one chart` }, isOverLimit: true }
    }
  }

  /** Many frames may open the same dashboard at once: who finds a chart being compiled waits for it. */
  const compileShared = async (tenantId: number, spec: unknown): Promise<CompiledChart> => {
    const key = `${tenantId} ${hash('sha256', JSON.stringify(spec), 'base64')}`
    const found = underWay.get(key) ?? overLimit.get(key)
    if (found) return found
    const compiling = turns.run(tenantId, () => compileOne(spec)).finally(() => underWay.delete(key))
    underWay.set(key, compiling)
    const compiled = await compiling
    if ('isOverLimit' in compiled) overLimit.set(key, compiled)
    return compiled
  }

  return {
    version: compilerVersion,
    compile: async (tenantId, specs) => {
      const compiled: CompiledChart[] = []
      for (const spec of specs) compiled.push(await compileShared(tenantId, spec))
      return compiled
    },
    close: () => compute.close(),
  }
}
