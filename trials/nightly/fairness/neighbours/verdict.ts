import { median, rounded } from '../../../harness/numbers.ts'
import type { Window } from './measure.ts'
import type { Scene } from './scene.ts'

/** The highest latency ratio of the quiet tenant and the lowest rate ratio of the neighbour, attack to twin. */
export type Bounds = { maxRatio: number; minRate: number }

export type Verdict = {
  /** Median latency of each kind of request, attack to twin. */
  ratios: Record<string, number>
  twinMs: Record<string, number>
  attackMs: Record<string, number>
  /** Refusals of the quiet tenant during the attack, with counts. */
  refused: Record<string, number>
  refusedBesideTwin: Record<string, number>
  /** Responses to twin and attacker, with counts. */
  twin: Record<string, number>
  attacker: Record<string, number>
  /** Requests per second of the neighbour, attack to twin. */
  rate?: number
}

const sumOf = (counts: Record<string, number>[]): Record<string, number> => {
  const sum: Record<string, number> = {}
  for (const [name, count] of counts.flatMap((each) => Object.entries(each))) sum[name] = (sum[name] ?? 0) + count
  return sum
}

const refusalsOf = (windows: Window[]) => sumOf(windows.flatMap(({ refused }) => refused.map((what) => ({ [what]: 1 }))))

const p99MsOf = (windows: Window[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(windows[0]?.p99Ms ?? {}).map((name) => [name, rounded(median(windows.map(({ p99Ms }) => p99Ms[name] ?? Number.NaN)), 1)]),
  )

const rateIn = (windows: Window[], name: string): number =>
  median(windows.map(({ neighbour, seconds }) => (neighbour[name] ?? 0) / seconds))

export const verdictOf = (twins: Window[], attacks: Window[], { rateOf }: Scene): Verdict => {
  const [twinMs, attackMs] = [p99MsOf(twins), p99MsOf(attacks)]
  return {
    ratios: Object.fromEntries(Object.entries(attackMs).map(([name, ms]) => [name, rounded(ms / (twinMs[name] ?? Number.NaN), 2)])),
    twinMs,
    attackMs,
    refused: refusalsOf(attacks),
    refusedBesideTwin: refusalsOf(twins),
    twin: sumOf(twins.map(({ neighbour }) => neighbour)),
    attacker: sumOf(attacks.map(({ neighbour }) => neighbour)),
    ...(rateOf === undefined ? {} : { rate: rounded(rateIn(attacks, rateOf) / rateIn(twins, rateOf), 2) }),
  }
}

/** No refusals, latency within its bound, and the neighbour's rate within its bound. */
export const isHeld = ({ ratios, refused, rate = 1 }: Verdict, { maxRatio, minRate }: Bounds): boolean =>
  Object.keys(refused).length === 0 && Object.values(ratios).every((ratio) => ratio <= maxRatio) && rate >= minRate

/** At most 5% of the twin's requests fail. A busy machine causes a few timeouts. */
export const isWellBehaved = ({ twin }: Verdict): boolean => {
  const isGiven = (answer: string): boolean => answer.endsWith(' 200') || answer.endsWith(' given up')
  const countOf = (wanted: boolean): number =>
    Object.entries(twin).reduce((sum, [answer, count]) => (isGiven(answer) === wanted ? sum + count : sum), 0)
  return countOf(false) <= 0.05 * countOf(true)
}
