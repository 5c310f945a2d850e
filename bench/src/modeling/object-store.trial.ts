import { underConditions } from '../harness/machine.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { type Fleet, type FleetNode, startFleet } from './fleet/fleet.ts'
import { countLost, isLossless } from './fleet/lost-tokens.ts'
import { createModel, type Model } from './fleet/models.ts'
import { startReaders } from './fleet/readers.ts'
import { storeFaults } from './fleet/store-faults.ts'
import { failAs, goAway, leftEdits, residentMb, spoilOnPurpose, type StoreRound, type StoreTrial, vanish } from './fleet/store-rounds.ts'
import { startTokenWriters } from './fleet/token-writers.ts'

const nodeCount = 2
const modelCount = 3
const maxResidentMb = 600
// A request to a slow store takes two seconds, and a write makes several.
const slowFactor = 3

const runRounds = async (fleet: Fleet, quick: boolean, say: (line: string) => void) => {
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
    plantedSeen: await spoilOnPurpose(fleet, models[0] as Model, []),
    leftEdits: (await leftEdits(fleet)).length,
    maxMb,
    areSameProcesses: fleet.nodes.every((node, place) => node.isUp() && node.process().pid === pids[place]),
  }
}

type Found = Awaited<ReturnType<typeof runRounds>>

const isPassed = (found: Found, harmless: Set<string>): boolean =>
  found.rounds.every(({ wrongAnswers }) => wrongAnswers.length === 0) &&
  // A fault that nobody felt proves nothing, and one that should not be felt is not.
  found.rounds.every(({ name, refused, confirmed }) => (harmless.has(name) ? confirmed > 0 : Object.keys(refused).length > 0)) &&
  isLossless(found.losses) &&
  found.plantedSeen > 0 &&
  found.wrongReads === 0 &&
  found.leftEdits === 0 &&
  found.maxMb <= maxResidentMb &&
  found.areSameProcesses

export const trial: Trial = {
  family: 'faults',
  name: 'object-store',
  runsOn: 'landing',
  summary: 'an S3 store that is slow, fails, corrupts and loses objects',
  claim: 'Store failures lose no acknowledged write and show no wrong byte.',
  gate: 'Every refusal is 503 with `Retry-After`. Nothing acknowledged is missing from the store. The processes recover by themselves.',
  onFailure: '`wrongReads`: bytes are used before verification. `losses`: an upload is trusted without a check.',
  watches: [...watched.authoring, 'modeling/uploads'],
  needs: ['postgres', 's3'],
  short: { seconds: 45, pace: 'waits' },
  run: async ({ quick, say }) => {
    const fleet = await startFleet(nodeCount)
    try {
      const harmless = new Set(storeFaults(fleet.s3).flatMap(({ name, isHarmless }) => (isHarmless ? [name] : [])))
      const { value, conditions } = await underConditions(() => runRounds(fleet, quick, say))
      return { isPassed: isPassed(value, harmless), figures: { ...value, ...conditions } }
    } finally {
      await fleet.close()
    }
  },
}
