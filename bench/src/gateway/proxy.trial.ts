import { findingOf } from '../harness/gate.ts'
import { median, rounded } from '../harness/numbers.ts'
import type { FacetProcess } from '../harness/installation.ts'
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
// What is measured is a process that has served for a while: its code is compiled anew until some 50,000 requests have passed.
const warmUpSeconds = 15
// What an engine takes for an answer out of its cache, on one core.
const saturated = { connections: 8, query: '?query=work=1500' }

type Side = (connections: number, seconds: number) => Promise<Throughput>
type SideName = 'direct' | 'bare' | 'proxied'

const sidesOf = async ({ backend, gateway, own }: Stage, bare: FacetProcess, query = ''): Promise<Record<SideName, Side>> => {
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
  return {
    direct: side(`${backend.url}/cubejs-api/v1/load${query}`),
    bare: side(`${bare.url}/cubejs-api/v1/load${query}`),
    proxied: side(`${gateway.url}${loadPath(own, query)}`),
  }
}

const compareAt = async (stage: Stage, bare: FacetProcess, gate: (typeof gates)[number], quick: boolean, say: (line: string) => void) => {
  const sides = await sidesOf(stage, bare)
  const [pairs, seconds] = quick ? [2, 2] : [7, 6]
  const seen: Record<SideName, Throughput[]> = { direct: [], bare: [], proxied: [] }
  const drive = async (name: SideName): Promise<number> => {
    const driven = await sides[name](gate.connections, seconds)
    seen[name].push(driven)
    return driven.p99Micros
  }
  for (const side of Object.values(sides)) await side(gate.connections, quick ? 1 : warmUpSeconds)
  say(`p99 µs at ${gate.connections} connections, direct → through the gateway`)
  const subject = async (): Promise<number> => {
    await drive('bare')
    return drive('proxied')
  }
  const p99 = await comparePairs(pairs, { baseline: () => drive('direct'), subject }, say)
  const of = (name: SideName, what: 'p50Micros' | 'p99Micros' | 'perSecond'): number => median(seen[name].map((driven) => driven[what]))
  const against = (name: SideName, what: 'p50Micros' | 'p99Micros' | 'perSecond'): number => rounded(of(name, what) / of('direct', what))
  const [p50Ratio, throughput] = [against('proxied', 'p50Micros'), against('proxied', 'perSecond')]
  return {
    isReached: p50Ratio <= gate.p50 && p99.ratio <= gate.p99 && throughput >= minThroughput,
    figures: {
      p50: { ratio: p50Ratio, gate: gate.p50, direct: of('direct', 'p50Micros'), proxied: of('proxied', 'p50Micros') },
      p99: { ...p99, gate: gate.p99 },
      throughput: { ratio: throughput, gate: minThroughput },
      bare: { p50: against('bare', 'p50Micros'), p99: against('bare', 'p99Micros'), throughput: against('bare', 'perSecond') },
    },
  }
}

/** An engine with all the work it can do: what is answered through the gateway is what it answers. */
const compareSaturated = async (stage: Stage, bare: FacetProcess, quick: boolean, say: (line: string) => void) => {
  const { direct, proxied } = await sidesOf(stage, bare, saturated.query)
  const [pairs, seconds] = quick ? [2, 2] : [5, 4]
  const perSecond = async (side: Side): Promise<number> => (await side(saturated.connections, seconds)).perSecond
  say('requests/s of a saturated engine, direct → through the gateway')
  const found = await comparePairs(pairs, { baseline: () => perSecond(direct), subject: () => perSecond(proxied) }, say)
  return { isReached: found.ratio >= minThroughput, figures: { ...found, gate: minThroughput } }
}

export const trial: Trial = {
  family: 'bench',
  name: 'proxy',
  runsOn: 'nightly',
  summary: 'latency and throughput of 20 ms queries through the gateway and directly',
  claim: 'The gateway adds little to the latency of a query.',
  gate: 'p50 1.05, p99 1.15 at 16 connections and 1.40 at 64, throughput 0.90.',
  onFailure: 'A lookup is not cached, a context is signed per query, or a response is buffered (`gateway/forward.ts`).',
  watches: ['gateway', ...watched.requests],
  needs: ['postgres', 'wrk'],
  short: { seconds: 65, pace: 'alone' },
  run: async ({ quick, say }) => {
    const stage = await createStage()
    try {
      const bare = await stage.serveBare()
      const figures: Record<string, unknown> = {}
      let isReached = true
      for (const gate of gates) {
        const found = await compareAt(stage, bare, gate, quick, say)
        figures[`at${gate.connections}`] = found.figures
        isReached &&= found.isReached
      }
      const busy = await compareSaturated(stage, bare, quick, say)
      figures['saturated'] = busy.figures
      isReached &&= busy.isReached
      return findingOf(quick, { isHeld: true, isReached, figures: { better: 'lower', ...figures } })
    } finally {
      await stage.close()
    }
  },
}
