import { isDeepStrictEqual } from 'node:util'
import fc, { type AsyncCommand } from 'fast-check'
import { createReal, type Real } from './actual.ts'
import { createModel, type Model } from './expected.ts'
import { step as anyStep } from './generate-steps.ts'
import type { Lane } from './lane.ts'
import { rules } from './rules.ts'
import type { Seen, Step } from './steps.ts'

/** A sequence as the service answered it. */
export type Recorded = { step: Step; seen: Seen }[]

export type Tally = { sequences: number; steps: number; repeats: number; seen: Map<string, number>; recorded: Recorded[] }

export const newTally = (): Tally => ({ sequences: 0, steps: 0, repeats: 0, seen: new Map(), recorded: [] })

/** Enough to show every planted fault, and little enough to be held in memory. */
const maxRecorded = 6000
const maxSteps = 8

type Running = { real: Real; recorded: Recorded }

const divergence = (step: Step, expected: Seen, seen: Seen): Error =>
  new Error(`${step.kind}: the model says\n${JSON.stringify(expected)}\nand the service\n${JSON.stringify(seen)}`)

const compare = async (step: Step, model: Model, { real, recorded }: Running, tally: Tally): Promise<void> => {
  const expected = model.expect(step)
  const seen = await real.take(step)
  recorded.push({ step, seen })
  tally.steps += 1
  for (const code of codesOf(seen)) tally.seen.set(`${step.kind}: ${code}`, (tally.seen.get(`${step.kind}: ${code}`) ?? 0) + 1)
  if (!isDeepStrictEqual(expected, seen)) throw divergence(step, expected, seen)
}

const codesOf = (seen: Seen): string[] => {
  if (Array.isArray(seen['codes'])) return seen['codes'].map((code) => (typeof code === 'string' ? code : 'done'))
  return typeof seen['code'] === 'string' ? [seen['code']] : ['done']
}

const commandOf = (step: Step, tally: Tally): AsyncCommand<Model, Running, true> => ({
  check: async (model) => model.isPossible(step),
  run: (model, running) => compare(step, model, running, tally),
  toString: () => JSON.stringify(step),
})

/** Runs so many sequences one after another on a lane; the answer is the shrunk counterexample with its seed, or null. */
export const runSequences = async (lane: Lane, tally: Tally, seed: number, count: number): Promise<string | null> => {
  const commands = fc.commands([anyStep.map((step) => commandOf(step, tally))], { maxCommands: maxSteps, size: 'max' })
  const property = fc.asyncProperty(commands, async (sequence) => {
    await lane.reset()
    const running: Running = { real: createReal(lane), recorded: [] }
    const model = createModel(rules)
    try {
      await fc.asyncModelRun(() => ({ model, real: running }), sequence)
      // What no step asked for shows here at the latest, sessions under way included.
      await compare({ kind: 'look' }, model, running, tally)
    } finally {
      tally.sequences += 1
      tally.repeats += running.real.repeats()
    }
    if (tally.recorded.length < maxRecorded) tally.recorded.push(running.recorded)
  })
  const details = await fc.check(property, { seed, numRuns: count })
  if (!details.failed) return null
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return `${fc.defaultReportMessage(details) ?? ''}\n${reason}`
}
