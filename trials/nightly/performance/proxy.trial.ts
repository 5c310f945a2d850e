import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findingOf } from '../../harness/gate.ts'
import { createStage, loadPath, type Stage } from '../../harness/gateway/stage.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import { median, rounded } from '../../harness/numbers.ts'
import { comparePairs } from '../../harness/pairs.ts'
import { driveWrk, type Throughput } from '../../harness/wrk.ts'
import type { Trial, TrialOptions } from '../../trial.ts'

const connectionCounts = [16, 64]
const maxLatencyRatio = 1.1
const minThroughput = 0.9
// The code of a process is recompiled until about 50,000 requests have passed.
const warmUpSeconds = 15

type Measure = 'p50Micros' | 'perSecond'

// One viewer has 16 slots of an engine.
const viewers = 16

/** Sends the tokens of several viewers in turn. */
const writeScript = async ({ installation, gateway, own }: Stage): Promise<string> => {
  const tokens = await Promise.all(Array.from({ length: viewers }, () => own.embedding.token(gateway)))
  const file = join(installation.folder, 'viewers.lua')
  const lua = `local tokens = { ${tokens.map((token) => JSON.stringify(token)).join(', ')} }
local turn = 0
request = function()
  turn = turn % #tokens + 1
  wrk.headers["authorization"] = tokens[turn]
  return wrk.format()
end
`
  writeFileSync(file, lua)
  return file
}

/** Compares the gateway with a bare proxy for the same engine. */
const compareAt = async (stage: Stage, bare: FacetProcess, connections: number, { quick, say }: TrialOptions) => {
  const { own, gateway } = stage
  const [pairs, seconds] = quick ? [2, 2] : [7, 6]
  // Both sides receive the same bytes.
  const headers = { 'x-forwarded-host': own.tenant.host, 'x-forwarded-proto': 'https' }
  const script = await writeScript(stage)
  const urls = { bare: `${bare.url}/cubejs-api/v1/load`, proxied: `${gateway.url}${loadPath(own)}` }
  const seen: Record<keyof typeof urls, Throughput[]> = { bare: [], proxied: [] }
  const drive = async (name: keyof typeof urls): Promise<number> => {
    const driven = await driveWrk({ url: urls[name], headers, script, connections, seconds })
    seen[name].push(driven)
    return driven.p99Micros
  }
  for (const url of Object.values(urls)) await driveWrk({ url, headers, script, connections, seconds: quick ? 1 : warmUpSeconds })
  say(`p99 µs at ${connections} connections, bare proxy → gateway`)
  const p99 = await comparePairs(pairs, { baseline: () => drive('bare'), subject: () => drive('proxied') }, say)
  const compare = (what: Measure) => {
    const [one, other] = [median(seen.bare.map((driven) => driven[what])), median(seen.proxied.map((driven) => driven[what]))]
    return { ratio: rounded(other / one), bare: one, proxied: other }
  }
  const [p50, throughput] = [compare('p50Micros'), compare('perSecond')]
  return {
    isReached: p50.ratio <= maxLatencyRatio && p99.ratio <= maxLatencyRatio && throughput.ratio >= minThroughput,
    figures: {
      p50: { ...p50, gate: maxLatencyRatio },
      p99: { ...p99, gate: maxLatencyRatio },
      throughput: { ...throughput, gate: minThroughput },
    },
  }
}

export const trial: Trial = {
  family: 'bench',
  name: 'proxy',
  runsOn: 'nightly',
  summary: 'latency and throughput of 20 ms queries through the gateway, against a bare proxy (node:http and undici)',
  claim: 'The gateway is about as fast as a proxy that does nothing else.',
  gate: 'At 16 and 64 connections: p50 and p99 at most 1.10, throughput at least 0.90 of the bare proxy.',
  onFailure: 'A lookup is not cached, a context is signed per query, or a response is buffered (`gateway/forward.ts`).',
  needs: ['postgres', 'wrk'],
  short: { seconds: 50, pace: 'alone' },
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
      return findingOf(options.quick, { isHeld: true, isReached, figures: { better: 'lower', ...figures } })
    } finally {
      await stage.close()
    }
  },
}
