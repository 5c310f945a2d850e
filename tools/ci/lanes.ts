import type { Pace } from '../../trials/trial.ts'

export type Timed = { name: string; short: { seconds: number; pace: Pace } }

/**
 * Runs trials, the longest first. On two cores there are three lanes: one begins with trials that work, one with trials that mostly
 * wait, and the third runs only those that wait. Trials that measure times come last, one at a time.
 */
export const runInLanes = async <T extends Timed>(trials: T[], cores: number, run: (trial: T) => Promise<void>): Promise<void> => {
  const longestFirst = trials.toSorted((one, other) => other.short.seconds - one.short.seconds)
  const ofPace = (pace: Pace): T[] => longestFirst.filter(({ short }) => short.pace === pace)
  const [working, waiting, alone] = [ofPace('works'), ofPace('waits'), ofPace('alone')]
  const drain = async (...queues: T[][]): Promise<void> => {
    for (const queue of queues) for (let next = queue.shift(); next; next = queue.shift()) await run(next)
  }
  await (cores < 2 ? drain(working, waiting) : Promise.all([drain(working, waiting), drain(waiting, working), drain(waiting)]))
  await drain(alone)
}
