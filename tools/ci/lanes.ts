import type { Pace } from '../../trials/trial.ts'

export type Timed = { name: string; short: { seconds: number; pace: Pace } }

/**
 * Runs what it is given, the longest first, in two lanes if the machine has two cores: one begins with what works, the other with what
 * mostly waits, and whichever is through helps the other. What measures times comes last, each with the machine to itself.
 */
export const runInLanes = async <T extends Timed>(trials: T[], cores: number, run: (trial: T) => Promise<void>): Promise<void> => {
  const longestFirst = trials.toSorted((one, other) => other.short.seconds - one.short.seconds)
  const ofPace = (pace: Pace): T[] => longestFirst.filter(({ short }) => short.pace === pace)
  const [working, waiting, alone] = [ofPace('works'), ofPace('waits'), ofPace('alone')]
  const drain = async (...queues: T[][]): Promise<void> => {
    for (const queue of queues) for (let next = queue.shift(); next; next = queue.shift()) await run(next)
  }
  await (cores < 2 ? drain(working, waiting) : Promise.all([drain(working, waiting), drain(waiting, working)]))
  await drain(alone)
}
