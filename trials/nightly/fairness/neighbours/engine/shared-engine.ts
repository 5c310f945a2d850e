import { engineProgram, startedBy } from '../../../../harness/hosting/engine-processes.ts'
import { pause, rounded } from '../../../../harness/numbers.ts'
import { askLightQueries, type LightResult, startHostileViewer, startSlowTenant } from './loads.ts'
import { openEngineStage } from './stage.ts'

type Form = { count: number; perSecond: number }

const forms: Record<'whole' | 'short', Form> = { whole: { count: 200, perSecond: 8 }, short: { count: 60, perSecond: 8 } }
const maxP95Ms = 2000
// The attack has begun before the first light query is asked.
const leadMs = 2000

const p95Of = (results: LightResult[]): number => {
  const sorted = results.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return rounded(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN, 0)
}

const refusalsIn = (results: LightResult[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, code } of results) if (status !== 200) counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1
  return counts
}

export type SharedEngine = {
  p95AloneMs: number
  p95Ms: number
  refused: Record<string, number>
  isEngineAlive: boolean
  hostile: Record<string, number>
  slow: Record<string, number>
}

export const isShared = ({ p95Ms, refused, isEngineAlive }: SharedEngine): boolean =>
  p95Ms <= maxP95Ms && Object.keys(refused).length === 0 && isEngineAlive

/** Light queries of one customer, beside a hostile viewer of another in the same engine, and a slow tenant on the same node. */
export const measureSharedEngine = async (isQuick: boolean): Promise<SharedEngine> => {
  const { count, perSecond } = isQuick ? forms.short : forms.whole
  const stage = await openEngineStage()
  try {
    await askLightQueries(stage, 4, 2)
    const alone = await askLightQueries(stage, count, perSecond)
    const engines = startedBy(stage.server.pid, engineProgram)
    const attackers = [startHostileViewer(stage), startSlowTenant(stage)] as const
    await pause(leadMs)
    const results = await askLightQueries(stage, count, perSecond)
    const left = new Set(startedBy(stage.server.pid, engineProgram))
    const [hostile, slow] = attackers
    await Promise.all(attackers.map(({ stop }) => stop()))
    return {
      p95AloneMs: p95Of(alone),
      p95Ms: p95Of(results),
      refused: refusalsIn(results),
      isEngineAlive: engines.length > 0 && engines.every((pid) => left.has(pid)),
      ...{ hostile: hostile.counts(), slow: slow.counts() },
    }
  } finally {
    await stage.close()
  }
}
