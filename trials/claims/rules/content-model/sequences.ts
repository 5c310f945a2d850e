import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { createReal } from './actual.ts'
import { directed } from './directed.ts'
import type { Directed } from './directed-parts.ts'
import { createModel } from './expected.ts'
import { type Sequence, sequence as anySequence } from './generate.ts'
import type { Lane } from './lane.ts'
import { rules } from './rules.ts'
import { resolve } from './resolve.ts'
import type { Seen, Start, Step } from './steps.ts'

/** A sequence as the service answered it. */
export type Recorded = { start: Start; taken: { step: Step; seen: Seen }[] }

export type Tally = { sequences: number; steps: number; repeats: number; seen: Map<string, number>; recorded: Recorded[] }

export const newTally = (): Tally => ({ sequences: 0, steps: 0, repeats: 0, seen: new Map(), recorded: [] })

/** Those written by hand show every rule; some more, to see that the rules as they are raise no false alarm when they are replayed. */
const maxRecorded = 300

const divergence = (step: Step, place: number, expected: Seen, seen: Seen): Error =>
  new Error(`step ${place}, ${JSON.stringify(step)}: the model says\n${JSON.stringify(expected)}\nand the service\n${JSON.stringify(seen)}`)

/** Runs one sequence against the service and the model; throws where they differ. */
export const runSequence = async (lane: Lane, tally: Tally, sequence: Sequence | Directed): Promise<void> => {
  const model = createModel(sequence.start, rules)
  const real = createReal(lane, await lane.begin(sequence.start), model.state.kinds)
  const taken: Recorded['taken'] = []
  try {
    for (const [place, asked] of sequence.steps.entries()) {
      const step = 'name' in sequence ? (asked as Step) : resolve(model.state, asked)
      const got = await real.take(step)
      taken.push({ step, seen: got })
      tally.steps += 1
      const label = `${step.kind}: ${got.code ?? 'done'}`
      tally.seen.set(label, (tally.seen.get(label) ?? 0) + 1)
      const expected = model.expect(step)
      if (!isDeepStrictEqual(expected, got)) throw divergence(step, place, expected, got)
    }
  } finally {
    tally.sequences += 1
    tally.repeats += real.repeats()
  }
  if (tally.recorded.length < maxRecorded) tally.recorded.push({ start: sequence.start, taken })
}

/** Runs so many sequences one after another on a lane; the answer is the shrunk counterexample with its seed, or null. */
export const runSequences = async (lane: Lane, tally: Tally, seed: number, count: number): Promise<string | null> => {
  const property = fc.asyncProperty(anySequence, (sequence) => runSequence(lane, tally, sequence))
  const details = await fc.check(property, { seed, numRuns: count })
  if (!details.failed) return null
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return `${fc.defaultReportMessage(details) ?? ''}\n${reason}`
}

/** Runs those that were written by hand; the answer says which of them the service answered otherwise. */
export const runDirected = async (lane: Lane, tally: Tally): Promise<string[]> => {
  const failed: string[] = []
  for (const one of directed)
    try {
      await runSequence(lane, tally, one)
    } catch (error) {
      failed.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  return failed
}
