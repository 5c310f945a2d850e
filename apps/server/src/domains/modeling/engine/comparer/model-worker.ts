import { parentPort } from 'node:worker_threads'
import { type ComparisonStep, createComparisons } from '@facet/cube-model'

// The program of a thread: each message is a step of a comparison, answered before the next is read.
const take = createComparisons()

parentPort?.on('message', (message: ComparisonStep) => {
  try {
    const value = take(message)
    const transfer = value && 'bytes' in value ? [value.bytes.buffer] : []
    parentPort?.postMessage({ value }, transfer)
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }, [])
  }
})
