import { isDeepStrictEqual } from 'node:util'
import fc, { type AsyncCommand } from 'fast-check'
import { checkSequences, countAnswer, divergence, type Tally } from '../model-trial.ts'
import { createReal, type Real } from './actual.ts'
import { createModel, type Model } from './expected.ts'
import { step as anyStep } from './generate-steps.ts'
import type { Lane } from './lane.ts'
import type { Step } from './steps.ts'

const maxSteps = 8

const compare = async (step: Step, model: Model, real: Real, tally: Tally): Promise<void> => {
  const expected = model.expect(step)
  const actual = await real.take(step)
  for (const code of Array.isArray(actual['codes']) ? actual['codes'] : [actual['code']]) countAnswer(tally, step.kind, code)
  if (!isDeepStrictEqual(expected, actual)) throw divergence(step, expected, actual)
}

const commandOf = (step: Step, tally: Tally): AsyncCommand<Model, Real, true> => ({
  check: async (model) => model.isPossible(step),
  run: (model, real) => compare(step, model, real, tally),
  toString: () => JSON.stringify(step),
})

/** Runs `count` random sequences one after another. Returns the shortest counterexample, or null. */
export const runSequences = (lane: Lane, tally: Tally, seed: number, count: number): Promise<string | null> => {
  const commands = fc.commands([anyStep.map((step) => commandOf(step, tally))], { maxCommands: maxSteps, size: 'max' })
  return checkSequences(commands, seed, count, async (sequence) => {
    await lane.reset()
    const [model, real] = [createModel(), createReal(lane)]
    try {
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      // Compares the final content, sessions included, to detect side effects.
      await compare({ kind: 'look' }, model, real, tally)
    } finally {
      tally.sequences += 1
      tally.repeats += real.repeats()
    }
  })
}
