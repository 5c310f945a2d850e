import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const pauseMs = 50
/** Collecting a large heap takes long, and nothing else is done meanwhile: the work has at least this many times as long. */
const shareOfWork = 3

/** The most memory that buffers held while the work ran, over what they held before. What is only waiting to be collected does not count. */
export const peakOf = async (work: () => Promise<void>): Promise<number> => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = (): number => {
    collect()
    // The first leaves sweeping to a thread of its own; the second waits for that.
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = held()
  let peak = before
  let isOver = false
  const sample = async (): Promise<void> => {
    let collectingMs = 0
    while (!isOver) {
      await pause(Math.max(pauseMs, collectingMs * shareOfWork))
      const startedMs = performance.now()
      peak = Math.max(peak, held())
      collectingMs = performance.now() - startedMs
    }
  }
  const sampled = sample()
  await work().finally(() => {
    isOver = true
  })
  await sampled
  return peak - before
}
