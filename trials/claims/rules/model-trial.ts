import fc from 'fast-check'
import { createInstallation, type FacetProcess, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { underConditions } from '../../harness/machine.ts'
import { type Divergence, randomSeed, runLanes, runSeed, type RunSequences } from '../../harness/model-runner.ts'
import type { Finding, TrialOptions } from '../../trial.ts'

/** What ran so far. `answers` counts the failure codes of each kind of step. */
export type Tally = { sequences: number; steps: number; repeats: number; answers: Map<string, number> }

export const countAnswer = (tally: Tally, kind: string, code: unknown): void => {
  const answer = `${kind}: ${typeof code === 'string' ? code : 'done'}`
  tally.steps += 1
  tally.answers.set(answer, (tally.answers.get(answer) ?? 0) + 1)
}

export const divergence = (step: object, expected: object, actual: object): Error =>
  new Error(`${JSON.stringify(step)}: the model expects\n${JSON.stringify(expected)}\nand the service returned\n${JSON.stringify(actual)}`)

/** Checks a property of random sequences. Returns the shortest counterexample, or null. */
export const checkSequences = async <Sequence>(
  sequences: fc.Arbitrary<Sequence>,
  seed: number,
  count: number,
  check: (sequence: Sequence) => Promise<void>,
): Promise<string | null> => {
  const details = await fc.check(fc.asyncProperty(sequences, check), { seed, numRuns: count })
  if (!details.failed) return null
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return `${fc.defaultReportMessage(details) ?? ''}\n${reason}`
}

/** A lane runs one sequence at a time, in tenants of its own. */
type Lane = { close: () => Promise<void> }

type ModelTrial<L extends Lane> = {
  createLane: (installation: Installation, server: FacetProcess, index: number) => Promise<L>
  runSequences: (lane: L, tally: Tally, seed: number, count: number) => Promise<string | null>
  sequences: { quick: number; full: number }
  /** Seeds that found a divergence before. They run first. */
  failedSeeds: readonly number[]
  /** How many database statements served several tenants. Sequences are added until there is one. */
  countShared?: (installation: Installation) => Promise<number>
}

const laneCount = 6
const maxRounds = 3

/** Compares the service with a model in memory. Each run draws new sequences unless the caller gives a seed. */
export const runModelTrial = async <L extends Lane>(trial: ModelTrial<L>, { quick, seed: given, say }: TrialOptions): Promise<Finding> => {
  const { createLane, runSequences, failedSeeds, countShared = async () => 1 } = trial
  const installation = await createInstallation({ durable: false })
  const lanes: L[] = []
  try {
    const server = await installation.serve({ FACET_LOG_LEVEL: 'warn' })
    for (let index = 0; index < laneCount; index++) lanes.push(await createLane(installation, server, index))
    const tally: Tally = { sequences: 0, steps: 0, repeats: 0, answers: new Map() }
    const seed = given ?? randomSeed()
    say(`seed ${seed}`)
    const startedMs = performance.now()
    const search = async (): Promise<Divergence[]> => {
      const run: RunSequences<L> = (lane, from, count) => runSequences(lane, tally, from, count)
      const onProgress = (seconds: number): void => say(`${tally.sequences} sequences, ${tally.steps} steps, ${seconds} s`)
      const sequences = quick ? trial.sequences.quick : trial.sequences.full
      const found: Divergence[] = []
      for (const failed of failedSeeds) found.push(...(await runSeed(run, lanes[0] as L, failed)))
      for (let round = 0; round < maxRounds && found.length === 0; round++) {
        if (round > 0 && (await countShared(installation)) > 0) break
        found.push(...(await runLanes(lanes, run, { sequences, seed: seed + round, onProgress })))
      }
      return found
    }
    const { value: found, conditions } = await underConditions(search)
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    for (const { seed: again, counterexample } of found) say(`${counterexample}\nRepeat with --seed ${again}. Add it to the failed seeds.`)
    for (const [answer, count] of [...tally.answers].toSorted(([a], [b]) => (a < b ? -1 : 1))) say(`${String(count).padStart(7)} ${answer}`)
    const sharedBatches = await countShared(installation)
    const { sequences, steps, repeats } = tally
    return {
      ...judged({
        'service and model agree': found.length === 0,
        'statements served several tenants': sharedBatches > 0,
      }),
      figures: {
        sequences,
        steps,
        seconds,
        divergences: found.length,
        failedSeeds: found.map((one) => one.seed),
        sharedBatches,
        repeats,
        seed,
        ...conditions,
      },
    }
  } finally {
    for (const lane of lanes) await lane.close()
    await installation.close()
  }
}
