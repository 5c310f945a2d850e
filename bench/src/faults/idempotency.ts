import { underConditions } from '../harness/machine.ts'
import type { Trial } from '../trial.ts'
import { type Fleet, type FleetNode, startFleet } from './authoring/fleet.ts'
import { sendDuplicates } from './idempotency/duplicates.ts'
import { isOnce, killAtEveryMoment, type Survivor } from './idempotency/kills.ts'
import { plantLateSettling } from './idempotency/plant.ts'

// Every request that stands still has a connection of its own.
const settings = { FACET_POOL_SIZE: '60' }

const killAndRepeat = async (fleet: Fleet, kills: number, say: (line: string) => void) => {
  await plantLateSettling(fleet.installation)
  const survivors: Survivor[] = []
  let [victim, heir] = fleet.nodes as [FleetNode, FleetNode]
  // Alone, so that it is the one to act on every data model.
  await heir.stop()
  for (let round = 0; round < kills; round++) {
    const found = await killAtEveryMoment(fleet, victim, heir, round)
    for (const survivor of found) if (isOnce(survivor) === survivor.isPlanted) say(JSON.stringify(survivor))
    survivors.push(...found)
    say(`kill ${round + 1}: ${found.length} requests, ${found.filter(isOnce).length} of them once`)
    ;[victim, heir] = [heir, victim]
  }
  return survivors
}

const summaryOf = (survivors: Survivor[]) => {
  const honest = survivors.filter(({ isPlanted }) => !isPlanted)
  const planted = survivors.filter(({ isPlanted }) => isPlanted)
  const byMoment: Record<string, Record<string, string>> = {}
  for (const { operation, moment, answer } of honest) byMoment[operation] = { ...byMoment[operation], [moment]: answer }
  return {
    isPassed: honest.every(isOnce) && planted.length > 0 && !planted.some(isOnce),
    figures: {
      requests: honest.length,
      notOnce: honest.filter((survivor) => !isOnce(survivor)),
      byMoment,
      planted: planted.length,
      plantedSeen: planted.filter((survivor) => !isOnce(survivor)).length,
    },
  }
}

export const idempotency: Trial = {
  name: 'idempotency',
  summary:
    'duplicates of one Idempotency-Key over two processes, and processes killed between claim, work and settling: one effect, the same answer for all',
  run: async ({ quick, say }) => {
    const fleet = await startFleet(2, { settings })
    try {
      const { value, conditions } = await underConditions(async () => ({
        duplicates: await sendDuplicates(fleet, quick ? 200 : 1000, say),
        kills: summaryOf(await killAndRepeat(fleet, quick ? 1 : 10, say)),
      }))
      const { duplicates, kills } = value
      return {
        isPassed: duplicates.isPassed && kills.isPassed,
        figures: { ...duplicates.figures, kills: kills.figures, ...conditions },
      }
    } finally {
      await fleet.close()
    }
  },
}
