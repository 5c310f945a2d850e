import { createComputeProcess } from '#adapters/compute'
import type { BaseConfig } from '#config'
import { type Bulkhead, createBulkhead } from '#limits'
import { type ChartCompiler, createChartCompiler } from './chart-compiler.ts'
import { chartWorkerProgram } from './chart-worker-program.ts'

export type EngineServices = { charts: ChartCompiler }

/** What each kind of operation is lent of it. A process is waited for, so one that is `whole` has none. */
export type EngineContexts = {
  request: object
  reading: {
    charts: Pick<ChartCompiler, 'version' | 'compile'>
    /** How many archives of content are received at once on this node. */
    archivePlaces: Pick<Bulkhead<number>, 'run'>
    /** How many of them are planned and applied at once: each keeps a database connection for as long as that takes. */
    importTurns: Pick<Bulkhead<number>, 'run'>
  }
  changing: object
}

/** What the process may hold: the compiler, and one chart. */
const chartProcessMb = 256

const line = { maxWaiting: 200, maxWaitingPerKey: 50 }
// Whoever waits is not read from: below the time that any request is given to arrive.
const archiveLine = { ...line, capacity: 16, maxPerKey: 2, maxWaitMs: 15_000 }

/** The process starts with the first chart. */
export const openEngine = ({
  config,
}: {
  config: Pick<BaseConfig, 'poolSize'>
}): { services: EngineServices; contexts: EngineContexts; stop: () => Promise<void> } => {
  const charts = createChartCompiler(createComputeProcess(chartWorkerProgram, { memoryMb: chartProcessMb }))
  const archivePlaces = createBulkhead<number>({ what: 'places for archives of content', holder: 'tenant', ...archiveLine })
  // Imports last: of every five connections of the node they have one, and the others stay for whoever only asks.
  const capacity = Math.max(1, Math.floor(config.poolSize / 5))
  const turnLine = { ...line, capacity, maxPerKey: 1, maxWaitMs: 120_000 }
  const importTurns = createBulkhead<number>({ what: 'turns of imports', holder: 'tenant', ...turnLine })
  const contexts: EngineContexts = { request: {}, reading: { charts, archivePlaces, importTurns }, changing: {} }
  return { services: { charts }, contexts, stop: () => charts.close() }
}
