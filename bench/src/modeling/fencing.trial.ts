import { underConditions } from '../harness/machine.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import {
  afterUpload,
  beforeMoving,
  beforeUpload,
  type Outcome,
  plantStaleWrite,
  sleepBeforeCommit,
  sleepBeforeMoving,
  sleepThroughCollector,
  sleepWhileJoining,
} from './fleet/fencing-scenes.ts'
import { type Fleet, startFleet } from './fleet/fleet.ts'
import { keepHistory } from './fleet/row-history.ts'

const shortMs = 5000
const longMs = 30_000
const maxTakeOverMs = 20_000

const isFenced = ({ breaches, lost, takeOverMs = 0 }: Outcome): boolean =>
  breaches.length === 0 && lost === 0 && takeOverMs <= maxTakeOverMs

const runScenes = async (fleet: Fleet, quick: boolean, say: (line: string) => void) => {
  await keepHistory(fleet)
  const sleepMs = quick ? shortMs : longMs
  const outcomes: Record<string, Outcome> = {}
  const note = (name: string, outcome: Outcome): void => {
    outcomes[name] = outcome
    say(`${name}: ${JSON.stringify(outcome)}`)
  }
  // One wakes with its statement on the way, which its connection has given up by then; the other has yet to send it.
  note('moving', (await sleepBeforeMoving(fleet, sleepMs, beforeMoving)).outcome)
  const { scene, outcome } = await sleepBeforeMoving(fleet, shortMs, afterUpload)
  note('uploaded', outcome)
  if (!quick) note('uploadedLong', (await sleepBeforeMoving(fleet, longMs, afterUpload)).outcome)
  note('beforeCommit', await sleepBeforeCommit(fleet, sleepMs))
  note('claimed', await sleepThroughCollector(fleet, false))
  note('removed', await sleepThroughCollector(fleet, true))
  note('joining', await sleepWhileJoining(fleet, sleepMs, beforeMoving))
  note('joiningUpload', await sleepWhileJoining(fleet, sleepMs, beforeUpload))
  const planted = await plantStaleWrite(fleet, scene)
  say(`planted: ${JSON.stringify(planted)}`)
  return { outcomes, planted }
}

export const trial: Trial = {
  family: 'faults',
  name: 'fencing',
  runsOn: 'landing',
  summary: 'SIGSTOP of the owner of a data model during a write',
  claim: 'A node that lost ownership cannot overwrite newer state.',
  gate: 'No version gap, no lost head, no acknowledged write lost. A stale write is repeated or refused.',
  onFailure: '`breaches` names the violation (`authoring/repository-queries.ts`).',
  watches: [...watched.authoring],
  needs: ['postgres', 's3'],
  short: { seconds: 75, pace: 'waits' },
  run: async ({ quick, say }) => {
    const fleet = await startFleet(3)
    try {
      const { value, conditions } = await underConditions(() => runScenes(fleet, quick, say))
      const { outcomes, planted } = value
      const isPlantSeen =
        planted.lost > 0 &&
        planted.breaches.some((breach) => breach.includes('brings back the pack')) &&
        planted.breaches.some((breach) => breach.includes('is not in the history'))
      // A sleeper that never sent its compare-and-set, or was stopped by something else, says nothing about what stops it.
      const isCompared = outcomes['uploaded']?.stale === 'redone' && outcomes['claimed']?.stale.includes('took too long') === true
      const isPassed = Object.values(outcomes).every(isFenced) && isPlantSeen && isCompared
      return { isPassed, figures: { outcomes, planted: { ...planted, breaches: planted.breaches.length }, ...conditions } }
    } finally {
      await fleet.close()
    }
  },
}
