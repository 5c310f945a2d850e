import { describe, expect, it } from 'vitest'
import type { Pace } from '../../trials/trial.ts'
import { runInLanes, type Timed } from './lanes.ts'

const timed = (name: string, seconds: number, pace: Pace): Timed => ({ name, short: { seconds, pace } })

/** Runs them with as many turns of the event loop as they take seconds, and says who ran beside whom. */
const watchLanes = async (trials: Timed[], cores: number): Promise<string[]> => {
  const running = new Set<string>()
  const seen: string[] = []
  await runInLanes(trials, cores, async ({ name, short }) => {
    running.add(name)
    seen.push([...running].join('+'))
    for (let turn = 0; turn < short.seconds; turn++) await new Promise(setImmediate)
    running.delete(name)
  })
  return seen
}

describe('lanes', () => {
  const trials = [
    timed('alone', 9, 'alone'),
    timed('short work', 2, 'works'),
    timed('long work', 5, 'works'),
    timed('wait', 4, 'waits'),
    timed('short wait', 3, 'waits'),
  ]

  it('run the longest first, trials that wait beside one that works, and trials that measure alone', async () => {
    expect(await watchLanes(trials, 2)).toEqual([
      'long work',
      'long work+wait',
      'long work+wait+short wait',
      'long work+short work',
      'alone',
    ])
  })

  it('run one after another on one core', async () => {
    expect(await watchLanes(trials, 1)).toEqual(['long work', 'short work', 'wait', 'short wait', 'alone'])
  })
})
