import type { Finding, TrialOptions } from '../../../trial.ts'
import {
  afterUpload,
  beforeMoving,
  beforeUpload,
  type Outcome,
  sleepBeforeCommit,
  sleepBeforeMoving,
  sleepThroughCollector,
  sleepWhileJoining,
} from './fencing-scenes.ts'
import type { Fleet } from './fleet.ts'
import { recordHistory } from './row-history.ts'

const shortMs = 5000
const longMs = 30_000
const maxTakeOverMs = 20_000

const isFenced = ({ breaches, lost, takeOverMs = 0 }: Outcome): boolean =>
  breaches.length === 0 && lost === 0 && takeOverMs <= maxTakeOverMs

/**
 * Stops the owner of a data model with SIGSTOP during a write, lets another node take over, and continues the owner. It must not
 * overwrite newer state.
 */
export const stopOwners = async (fleet: Fleet, { quick, say }: TrialOptions): Promise<Finding> => {
  await recordHistory(fleet)
  const sleepMs = quick ? shortMs : longMs
  const outcomes: Record<string, Outcome> = {}
  const note = (name: string, outcome: Outcome): void => {
    outcomes[name] = outcome
    say(`${name}: ${JSON.stringify(outcome)}`)
  }
  // `moving` stops the owner with its statement in flight, `uploaded` before it sends the statement.
  note('moving', await sleepBeforeMoving(fleet, sleepMs, beforeMoving))
  note('uploaded', await sleepBeforeMoving(fleet, shortMs, afterUpload))
  if (!quick) note('uploadedLong', await sleepBeforeMoving(fleet, longMs, afterUpload))
  note('beforeCommit', await sleepBeforeCommit(fleet, sleepMs))
  note('claimed', await sleepThroughCollector(fleet, false))
  note('removed', await sleepThroughCollector(fleet, true))
  note('joining', await sleepWhileJoining(fleet, sleepMs, beforeMoving))
  if (!quick) note('joiningUpload', await sleepWhileJoining(fleet, sleepMs, beforeUpload))
  // An owner that never sent its compare-and-set, or failed for another reason, proves nothing about fencing.
  const isCompared = outcomes['uploaded']?.stale === 'redone' && outcomes['claimed']?.stale.includes('took too long') === true
  return { isPassed: Object.values(outcomes).every(isFenced) && isCompared, figures: outcomes }
}
