import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const attempts = 3

/** Collects garbage now, so that it is not collected in the time that is measured. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

const millisecondsSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** CPU time of this thread while the work runs: at least as long as the work blocks the event loop, however busy the machine is. */
const cpuOf = async (work: () => unknown): Promise<number> => {
  const start = process.threadCpuUsage()
  await work()
  return millisecondsSince(start)
}

/** CPU time of the longest turn of the event loop while the work runs. Keeps the loop busy, so it costs more than the work. */
const longestTurnOf = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, isOver] = [0, false]
  let start = process.threadCpuUsage()
  const turn = (): void => {
    longest = Math.max(longest, millisecondsSince(start))
    start = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return longest
}

/**
 * How much longer the work blocks the event loop than the baseline, in milliseconds of CPU time, if that is more than `maxMs`. The baseline
 * is measured only if the work costs more than `maxMs`. Then the least of three attempts counts.
 */
export const blockedBeyond = async (baseline: () => Promise<unknown>, work: () => Promise<unknown>, maxMs: number): Promise<number> => {
  let least = await cpuOf(work)
  for (let attempt = 1; attempt <= attempts && least > maxMs; attempt++) {
    collectGarbage()
    const expected = await cpuOf(baseline)
    collectGarbage()
    least = Math.min(least, (await longestTurnOf(work)) - expected)
  }
  return least
}
