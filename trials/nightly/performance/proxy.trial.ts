import { findingOf } from '../../harness/gate.ts'
import { median, rounded } from '../../harness/numbers.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { comparePairs } from '../../harness/pairs.ts'
import { driveWrk, type Throughput } from '../../harness/wrk.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { createStage, loadPath, type Stage } from '../../harness/gateway/stage.ts'

const connectionCounts = [16, 64]
const maxLatencyRatio = 1.1
const minThroughput = 0.9
// The code of a process is recompiled until about 50,000 requests have passed.
const warmUpSeconds = 15
// The time an engine needs for a cached result on one core.
const saturated = { connections: 8, query: '?query=work=1500' }

type Side = (connections: number, seconds: number) => Promise<Throughput>
type SideName = 'direct' | 'bare' | 'proxied'

const sidesOf = async ({ backend, gateway, own }: Stage, bare: FacetProcess, query = ''): Promise<Record<SideName, Side>> => {
  // Each side receives the same bytes.
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

type Measure = 'p50Micros' | 'p99Micros' | 'perSecond'

/** Compares the gateway with a bare proxy for the same engine. The engine without a proxy is measured too, and only reported. */
const compareAt = async (stage: Stage, bare: FacetProcess, connections: number, { quick, say }: TrialOptions) => {
  const sides = await sidesOf(stage, bare)
  const [pairs, seconds] = quick ? [2, 2] : [7, 6]
  const seen: Record<SideName, Throughput[]> = { direct: [], bare: [], proxied: [] }
  const drive = async (name: SideName): Promise<number> => {
    const driven = await sides[name](connections, seconds)
    seen[name].push(driven)
    return driven.p99Micros
  }
  for (const side of Object.values(sides)) await side(connections, quick ? 1 : warmUpSeconds)
  say(`p99 µs at ${connections} connections, bare proxy → gateway`)
  const baseline = async (): Promise<number> => {
    await drive('direct')
    return drive('bare')
  }
  const p99 = await comparePairs(pairs, { baseline, subject: () => drive('proxied') }, say)
  const of = (name: SideName, what: Measure): number => median(seen[name].map((driven) => driven[what]))
  const ratio = (name: SideName, base: SideName, what: Measure): number => rounded(of(name, what) / of(base, what))
  const [p50, throughput] = [ratio('proxied', 'bare', 'p50Micros'), ratio('proxied', 'bare', 'perSecond')]
  return {
    isReached: p50 <= maxLatencyRatio && p99.ratio <= maxLatencyRatio && throughput >= minThroughput,
    figures: {
      p50: { ratio: p50, gate: maxLatencyRatio, bare: of('bare', 'p50Micros'), proxied: of('proxied', 'p50Micros') },
      p99: { ...p99, gate: maxLatencyRatio },
      throughput: { ratio: throughput, gate: minThroughput },
      // The whole path: gateway against engine, without a gate.
      direct: {
        p50: ratio('proxied', 'direct', 'p50Micros'),
        p99: ratio('proxied', 'direct', 'p99Micros'),
        throughput: ratio('proxied', 'direct', 'perSecond'),
      },
    },
  }
}

/** Throughput of a saturated engine through the gateway, against the engine itself. */
const compareSaturated = async (stage: Stage, bare: FacetProcess, { quick, say }: TrialOptions) => {
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
  summary: 'latency and throughput of 20 ms queries through the gateway, against a bare proxy (node:http and undici)',
  claim: 'The gateway is about as fast as a proxy that does nothing else.',
  gate: 'At 16 and 64 connections: p50 and p99 at most 1.10, throughput at least 0.90 of the bare proxy. Saturated engine: 0.90 of direct queries.',
  onFailure: 'A lookup is not cached, a context is signed per query, or a response is buffered (`gateway/forward.ts`).',
  needs: ['postgres', 'wrk'],
  short: { seconds: 65, pace: 'alone' },
  run: async (options) => {
    const stage = await createStage()
    try {
      const bare = await stage.serveBare()
      const figures: Record<string, unknown> = {}
      let isReached = true
      for (const connections of connectionCounts) {
        const found = await compareAt(stage, bare, connections, options)
        figures[`at${connections}`] = found.figures
        isReached &&= found.isReached
      }
      const busy = await compareSaturated(stage, bare, options)
      figures['saturated'] = busy.figures
      isReached &&= busy.isReached
      return findingOf(options.quick, { isHeld: true, isReached, figures: { better: 'lower', ...figures } })
    } finally {
      await stage.close()
    }
  },
}
