import { underConditions } from '../../harness/machine.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { type Fleet, type FleetNode, startFleet } from '../durability/authoring/fleet.ts'
import { sendDuplicates } from './idempotency/duplicates.ts'
import { areToldTheTruth, isOnce, killAtEveryMoment, type Survivor } from './idempotency/kills.ts'
import { plantLateSettling } from './idempotency/plant.ts'

// Every request that stands still has a connection of its own.
const settings = { FACET_POOL_SIZE: '60' }

const killAndRepeat = async (fleet: Fleet, kills: number, { plants, say }: TrialOptions) => {
  if (plants) await plantLateSettling(fleet.installation)
  const survivors: Survivor[] = []
  let [victim, heir] = fleet.nodes as [FleetNode, FleetNode]
  // Alone, so that it is the one to act on every data model.
  await heir.stop()
  for (let kill = 1; kill <= kills; kill++) {
    const found = await killAtEveryMoment(fleet, victim, heir, plants)
    for (const survivor of found) if (isOnce(survivor) === survivor.isPlanted) say(JSON.stringify(survivor))
    survivors.push(...found)
    say(`kill ${kill}: ${found.length} requests, ${found.filter(isOnce).length} of them once`)
    ;[victim, heir] = [heir, victim]
  }
  return survivors
}

const answersOf = (survivors: Survivor[]): Record<string, Record<string, number>> => {
  const answers: Record<string, Record<string, number>> = {}
  for (const { operation, answer } of survivors) {
    const found = answers[operation] ?? {}
    answers[operation] = { ...found, [answer]: (found[answer] ?? 0) + 1 }
  }
  return answers
}

const judge = (survivors: Survivor[], kills: number, { plants }: TrialOptions) => {
  const honest = survivors.filter(({ isPlanted }) => !isPlanted)
  const planted = survivors.filter(({ isPlanted }) => isPlanted)
  const missed = honest.filter(({ isHit }) => !isHit).length
  return {
    isPassed:
      honest.every(isOnce) &&
      areToldTheTruth(survivors, kills) &&
      // Those who gave up before the kill were not killed; when most did, the kills say nothing.
      2 * missed < honest.length &&
      planted.length > 0 === plants &&
      !planted.some(isOnce),
    figures: {
      kills,
      requests: honest.length,
      missed,
      notOnce: honest.filter((survivor) => !isOnce(survivor)),
      answers: answersOf(honest),
      planted: planted.length,
      plantedSeen: planted.filter((survivor) => !isOnce(survivor)).length,
    },
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'idempotency',
  runsOn: 'landing',
  summary: 'duplicates of one Idempotency-Key on two processes, and kills at each moment of a request',
  claim: 'A request with an `Idempotency-Key` takes effect once, also when its process dies.',
  gate: 'One effect and identical responses for all duplicates. A repetition after a kill applies or reports the effect.',
  onFailure:
    '`notOnce` names the operation. `effects` above 1: the claim is not checked when the effect commits. `missed`: requests ended before the kill.',
  needs: ['postgres', 's3'],
  short: { seconds: 25, pace: 'works' },
  run: async (options) => {
    const { quick, say } = options
    const kills = quick ? 1 : 10
    const fleet = await startFleet(2, { settings })
    try {
      const { value, conditions } = await underConditions(async () => ({
        duplicates: await sendDuplicates(fleet, quick ? 200 : 1000, say),
        kills: judge(await killAndRepeat(fleet, kills, options), kills, options),
      }))
      const { duplicates, kills: killed } = value
      return {
        isPassed: duplicates.isPassed && killed.isPassed,
        figures: { ...duplicates.figures, killed: killed.figures, ...conditions },
      }
    } finally {
      await fleet.close()
    }
  },
}
