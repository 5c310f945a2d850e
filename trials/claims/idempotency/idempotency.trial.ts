import { underConditions } from '../../harness/machine.ts'
import type { Trial } from '../../trial.ts'
import { type Fleet, type FleetNode, startFleet } from '../durability/authoring/fleet.ts'
import { sendDuplicates } from './idempotency/duplicates.ts'
import { areReplaysCounted, isOnce, killAtEveryMoment, type Survivor } from './idempotency/kills.ts'

// Each held request occupies a connection.
const settings = { FACET_POOL_SIZE: '60' }

const killAndRepeat = async (fleet: Fleet, kills: number, say: (line: string) => void) => {
  const survivors: Survivor[] = []
  let [victim, heir] = fleet.nodes as [FleetNode, FleetNode]
  // A single node owns every data model.
  await heir.stop()
  for (let kill = 1; kill <= kills; kill++) {
    const found = await killAtEveryMoment(fleet, victim, heir)
    for (const survivor of found) if (!isOnce(survivor)) say(JSON.stringify(survivor))
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

const judge = (survivors: Survivor[], kills: number) => {
  const missed = survivors.filter(({ isHit }) => !isHit).length
  const notOnce = survivors.filter((survivor) => !isOnce(survivor))
  return {
    // Requests that ended before the kill prove nothing.
    isPassed: notOnce.length === 0 && areReplaysCounted(survivors, kills) && 2 * missed < survivors.length,
    figures: { kills, requests: survivors.length, missed, notOnce, answers: answersOf(survivors) },
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
  run: async ({ quick, say }) => {
    const kills = quick ? 1 : 10
    const fleet = await startFleet(2, { settings })
    try {
      const { value, conditions } = await underConditions(async () => ({
        duplicates: await sendDuplicates(fleet, quick ? 200 : 1000, say),
        kills: judge(await killAndRepeat(fleet, kills, say), kills),
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
