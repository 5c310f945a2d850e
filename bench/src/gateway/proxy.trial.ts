import { findingOf } from '../harness/gate.ts'
import { median, rounded } from '../harness/numbers.ts'
import { comparePairs } from '../harness/pairs.ts'
import { driveWrk, type Throughput } from '../harness/wrk.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { createStage, loadPath, type Stage } from './stage/stage.ts'

const gates = [
  { connections: 16, p50: 1.05, p99: 1.15 },
  { connections: 64, p50: 1.05, p99: 1.4 },
]
const minThroughput = 0.9
// What an engine takes for an answer out of its cache, on one core.
const saturated = { connections: 8, query: '?query=work=1500' }

type Side = (connections: number, seconds: number) => Promise<Throughput>

const sidesOf = async ({ backend, gateway, own }: Stage, query = ''): Promise<{ direct: Side; proxied: Side }> => {
  // Both are sent the same bytes.
  const headers = {
    'x-forwarded-host': own.tenant.host,
    'x-forwarded-proto': 'https',
    authorization: await own.embedding.token(gateway),
  }
  const side =
    (url: string): Side =>
    (connections, seconds) =>
      driveWrk({ url, headers, connections, seconds })
  return { direct: side(`${backend.url}/cubejs-api/v1/load${query}`), proxied: side(`${gateway.url}${loadPath(own, query)}`) }
}

const compareAt = async (stage: Stage, gate: (typeof gates)[number], quick: boolean, say: (line: string) => void) => {
  const { direct, proxied } = await sidesOf(stage)
  const [pairs, seconds] = quick ? [2, 2] : [7, 6]
  const seen: Record<'direct' | 'proxied', Throughput[]> = { direct: [], proxied: [] }
  const drive = async (name: 'direct' | 'proxied', side: Side): Promise<number> => {
    const driven = await side(gate.connections, seconds)
    seen[name].push(driven)
    return driven.p99Micros
  }
  await direct(gate.connections, 1)
  await proxied(gate.connections, quick ? 1 : 4)
  say(`p99 µs at ${gate.connections} connections, direct → through the gateway`)
  const p99 = await comparePairs(pairs, { baseline: () => drive('direct', direct), subject: () => drive('proxied', proxied) }, say)
  const of = (name: 'direct' | 'proxied', what: 'p50Micros' | 'perSecond'): number => median(seen[name].map((driven) => driven[what]))
  const p50Ratio = rounded(of('proxied', 'p50Micros') / of('direct', 'p50Micros'))
  const throughput = rounded(of('proxied', 'perSecond') / of('direct', 'perSecond'))
  return {
    isReached: p50Ratio <= gate.p50 && p99.ratio <= gate.p99 && throughput >= minThroughput,
    figures: {
      p50: { ratio: p50Ratio, gate: gate.p50, direct: of('direct', 'p50Micros'), proxied: of('proxied', 'p50Micros') },
      p99: { ...p99, gate: gate.p99 },
      throughput: { ratio: throughput, gate: minThroughput },
    },
  }
}

/** An engine with all the work it can do: what is answered through the gateway is what it answers. */
const compareSaturated = async (stage: Stage, quick: boolean, say: (line: string) => void) => {
  const { direct, proxied } = await sidesOf(stage, saturated.query)
  const [pairs, seconds] = quick ? [2, 2] : [5, 4]
  const perSecond = async (side: Side): Promise<number> => (await side(saturated.connections, seconds)).perSecond
  say('requests/s of a saturated engine, direct → through the gateway')
  const found = await comparePairs(pairs, { baseline: () => perSecond(direct), subject: () => perSecond(proxied) }, say)
  return { isReached: found.ratio >= minThroughput, figures: { ...found, gate: minThroughput } }
}

export const trial: Trial = {
  family: 'bench',
  name: 'proxy',
  summary: 'what the gateway adds to a query that takes an engine 20 ms',
  watches: ['gateway', ...watched.requests],
  needs: ['postgres', 'wrk'],
  short: { seconds: 55, pace: 'alone' },
  run: async ({ quick, say }) => {
    const stage = await createStage()
    try {
      const figures: Record<string, unknown> = {}
      let isReached = true
      for (const gate of gates) {
        const found = await compareAt(stage, gate, quick, say)
        figures[`at${gate.connections}`] = found.figures
        isReached &&= found.isReached
      }
      const busy = await compareSaturated(stage, quick, say)
      figures['saturated'] = busy.figures
      isReached &&= busy.isReached
      return findingOf(quick, { isHeld: true, isReached, figures: { better: 'lower', ...figures } })
    } finally {
      await stage.close()
    }
  },
}
