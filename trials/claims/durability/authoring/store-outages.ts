import type { Finding, TrialOptions } from '../../../trial.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { countLost, isLossless } from './lost-tokens.ts'
import { createModel, type Model } from './models.ts'
import { startReaders } from './readers.ts'
import { storeFaults } from './store-faults.ts'
import { failAs, goAway, leftEdits, residentMb, type StoreRound, type StoreTrial, vanish } from './store-rounds.ts'
import { startTokenWriters } from './token-writers.ts'

const modelCount = 3
const maxResidentMb = 600
// A request to the slow store takes two seconds, and a write sends several.
const slowFactor = 3

const runRounds = async (fleet: Fleet, { quick, say }: TrialOptions) => {
  const models: Model[] = []
  for (let made = 0; made < modelCount; made++) models.push(await createModel(fleet, `Stored ${made}`))
  const writers = startTokenWriters(fleet, models, modelCount, 50)
  const readers = startReaders(fleet, models, writers, 2)
  const trial: StoreTrial = { fleet, models, writers, readers }
  const pids = fleet.nodes.map((node) => node.process().pid)
  const faultMs = quick ? 1500 : 12_000
  const rounds: StoreRound[] = []
  const note = (round: StoreRound): void => {
    rounds.push(round)
    say(JSON.stringify(round))
  }
  let maxMb = 0
  const measure = setInterval(() => {
    maxMb = Math.max(maxMb, ...fleet.nodes.map(residentMb))
  }, 250)
  try {
    for (const fault of storeFaults(fleet.s3)) note(await failAs(trial, fault, fault.name === 'slow' ? slowFactor * faultMs : faultMs))
    note(await vanish(trial, faultMs))
    note(await goAway(trial, quick ? faultMs : 10_000))
  } finally {
    clearInterval(measure)
    await Promise.all([writers.stop(), readers.stop()])
  }
  return {
    rounds,
    confirmed: writers.acknowledged.length,
    reads: readers.reads(),
    wrongReads: readers.wrong.length,
    ...(readers.wrong.length > 0 ? { wrongReadExamples: readers.wrong.slice(0, 3) } : {}),
    losses: await countLost(fleet, writers.acknowledged, fleet.nodes[0] as FleetNode, models),
    leftEdits: (await leftEdits(fleet)).length,
    maxMb,
    areSameProcesses: fleet.nodes.every((node, place) => node.isUp() && node.process().pid === pids[place]),
  }
}

type Found = Awaited<ReturnType<typeof runRounds>>

const isPassed = (found: Found, harmless: Set<string>): boolean =>
  found.rounds.every(({ wrongAnswers }) => wrongAnswers.length === 0) &&
  // A harmful fault must cause refusals, or it proves nothing. A harmless one must not stop writes.
  found.rounds.every(({ name, refused, confirmed }) => (harmless.has(name) ? confirmed > 0 : Object.keys(refused).length > 0)) &&
  isLossless(found.losses) &&
  found.wrongReads === 0 &&
  found.leftEdits === 0 &&
  found.maxMb <= maxResidentMb &&
  found.areSameProcesses

/** Applies every fault of `store-faults.ts`, missing objects and an outage to the S3 store, under writes and reads through every node. */
export const failStore = async (fleet: Fleet, options: TrialOptions): Promise<Finding> => {
  const harmless = new Set(storeFaults(fleet.s3).flatMap(({ name, isHarmless }) => (isHarmless ? [name] : [])))
  const found = await runRounds(fleet, options)
  return { isPassed: isPassed(found, harmless), figures: found }
}
