import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const pauseMs = 50

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
    while (!isOver) {
      // Collecting takes longer than this: a shorter pause would leave no time for the work.
      await pause(pauseMs)
      peak = Math.max(peak, held())
    }
  }
  const sampled = sample()
  await work().finally(() => {
    isOver = true
  })
  await sampled
  return peak - before
}
