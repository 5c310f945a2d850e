import { parentPort } from 'node:worker_threads'
import { compileChart } from '@facet/chart-spec/compile'

// The program of the thread that compiles charts: each message is one specification, answered before the next is read.
parentPort?.on('message', ({ spec }: { spec: unknown }) => {
  try {
    parentPort?.postMessage({ value: compileChart(spec) }, [])
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }, [])
  }
})
