import { isDeepStrictEqual } from 'node:util'
import { checkSequences, countAnswer, divergence, type Tally } from '../model-trial.ts'
import { createReal } from './actual.ts'
import { createModel } from './expected.ts'
import { sequence as anySequence } from './generate.ts'
import type { Lane } from './lane.ts'
import { resolve } from './resolve.ts'

/** Runs `count` random sequences one after another. Returns the shortest counterexample, or null. */
export const runSequences = async (lane: Lane, tally: Tally, seed: number, count: number): Promise<string | null> => {
  await lane.renew()
  return checkSequences(anySequence, seed, count, async ({ start, steps }) => {
    const model = createModel(start)
    const real = createReal(lane, await lane.begin(start), model.state.kinds)
    try {
      for (const template of steps) {
        const step = resolve(model.state, template)
        const actual = await real.take(step)
        countAnswer(tally, step.kind, actual.code)
        const expected = model.expect(step)
        if (!isDeepStrictEqual(expected, actual)) throw divergence(step, expected, actual)
      }
    } finally {
      tally.sequences += 1
      tally.repeats += real.repeats()
    }
  })
}
