import { createInstallation, type Installation } from '../../harness/installation.ts'
import { underConditions } from '../../harness/machine.ts'
import { type Divergence, randomSeed, runLanes, runSeed, type RunSequences } from '../../harness/model-runner.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { failedSeeds } from './model/failed-seeds.ts'
import { createLane, type Lane } from './model/lane.ts'
import { judgePlants } from './model/plants.ts'
import { newTally, runSequences, type Tally } from './model/sequences.ts'

const lanes = 6

type Running = { tally: Tally; sequences: number; seed: number; say: (line: string) => void }

/** Sessions of one statement have the same time. Counts the statements that several tenants shared. */
const countShared = async (installation: Installation): Promise<number> => {
  const [row] = await installation.sql<{ count: number }>(
    'select count(*)::int as count from (select from embed_sessions group by created_at having count(distinct tenant_id) > 1) shared',
  )
  return row?.count ?? 0
}

type Started = { installation: Installation; open: Lane[] }

// Random sequences may leave out what a planted fault shows in, and a busy machine may keep requests apart: then there are more.
const maxRounds = 3

const search = async ({ installation, open }: Started, running: Running, arePlanted: boolean): Promise<Divergence[]> => {
  const isEnough = async (): Promise<boolean> =>
    (!arePlanted || judgePlants(running.tally.recorded).unseen.length === 0) && (await countShared(installation)) > 0
  const { tally, sequences, say } = running
  const run: RunSequences<Lane> = (lane, seed, count) => runSequences(lane, tally, seed, count)
  const onProgress = (seconds: number): void => say(`${tally.sequences} sequences, ${tally.steps} steps, ${seconds} s`)
  const found: Divergence[] = []
  for (const seed of failedSeeds) found.push(...(await runSeed(run, open[0] as Lane, seed)))
  for (let round = 0; round < maxRounds && found.length === 0; round++) {
    if (round > 0 && (await isEnough())) break
    found.push(...(await runLanes(open, run, { sequences, seed: running.seed + round, onProgress })))
  }
  return found
}

const run = async ({ installation, open }: Started, { quick, plants: arePlanted, seed: given, say }: TrialOptions): Promise<Finding> => {
  const server = await installation.serve({ FACET_LOG_LEVEL: 'warn' })
  for (let lane = 0; lane < lanes; lane++) open.push(await createLane(installation, server, lane))
  const tally = newTally()
  // Each run finds new sequences; what one of them found is found again with its seed.
  const seed = given ?? randomSeed()
  say(`seed ${seed}`)
  const startedMs = performance.now()
  const sequences = quick ? 600 : 100_000
  const { value: found, conditions } = await underConditions(() =>
    search({ installation, open }, { tally, sequences, seed, say }, arePlanted),
  )
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  for (const { seed: again, counterexample } of found)
    say(`${counterexample}\nAgain with --seed ${again}; keep it in model/failed-seeds.ts.`)
  for (const [answer, count] of [...tally.seen].toSorted(([a], [b]) => (a < b ? -1 : 1))) say(`${String(count).padStart(7)} ${answer}`)
  const planted = arePlanted ? judgePlants(tally.recorded) : undefined
  const sharedBatches = await countShared(installation)
  const { steps, repeats } = tally
  return {
    isPassed:
      found.length === 0 &&
      (planted === undefined || (planted.found === planted.planted && planted.falseAlarms === 0)) &&
      sharedBatches > 0,
    figures: {
      sequences: tally.sequences,
      steps,
      seconds,
      divergences: found.length,
      failedSeeds: found.map((divergence) => divergence.seed),
      planted,
      sharedBatches,
      repeats,
      seed,
      ...conditions,
    },
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'model',
  runsOn: 'landing',
  summary: 'random sequences of embed operations, against a model in memory',
  claim: 'Sessions, groups, members and revocations follow the specified rules in every order of requests.',
  gate: '0 divergences between service and model. Requests of several tenants shared a batch.',
  onFailure:
    'The report prints the shortest failing sequence with its seed. `rules.ts` lists the rules. `sharedBatches` 0: batching never happened.',
  needs: ['postgres'],
  short: { seconds: 28, pace: 'works' },
  run: async (options) => {
    const installation = await createInstallation({ durable: false })
    const open: Lane[] = []
    try {
      return await run({ installation, open }, options)
    } finally {
      for (const lane of open) await lane.close()
      await installation.close()
    }
  },
}
