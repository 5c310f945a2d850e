import { join } from 'node:path'
import { createEmbedding, type Embedding } from '../harness/embedding.ts'
import { findingOf } from '../harness/gate.ts'
import { createInstallation, type FacetProcess, type Installation } from '../harness/installation.ts'
import { rounded } from '../harness/numbers.ts'
import type { Trial } from '../trial.ts'
import { inspect, type Memory } from './streams/memory.ts'
import { openStreams } from './streams/open-streams.ts'

const gate = 3
const stretch = 2.5
const maxToldMs = 2000
const path = '/api/v1/embed/session/watch'
const service = join(import.meta.dirname, '../../../apps/server/src/main.ts')
const bare = join(import.meta.dirname, 'streams/bare-server.ts')

type Say = (line: string) => void
type PerStream = { heapKb: number; rssKb: number }

const perStream = (before: Memory, after: Memory, streams: number): PerStream => ({
  heapKb: rounded((after.heapBytes - before.heapBytes) / streams / 1024, 1),
  rssKb: rounded((after.rssBytes - before.rssBytes) / streams / 1024, 1),
})

/** What some streams cost, after as many were opened and closed once: what the first ones make for all to come is not counted. */
const costOf = async (url: string, headers: readonly Record<string, string>[], memory: () => Promise<Memory>) => {
  const warm = await openStreams(url, headers)
  warm.close()
  const before = await memory()
  const streams = await openStreams(url, headers)
  return { streams, cost: perStream(before, await memory(), headers.length) }
}

const tokensOf = async (embedding: Embedding, process: FacetProcess, count: number): Promise<string[]> => {
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(...(await Promise.all(Array.from({ length: 20 }, () => embedding.token(process)))))
  return tokens.slice(0, count)
}

const measure = async (installation: Installation, count: number, say: Say) => {
  const inspectedBare = await inspect()
  const server = await installation.serve({}, [inspectedBare.flag, bare])
  const baseline = await costOf(
    server.url,
    Array.from({ length: count }, () => ({})),
    inspectedBare.memory,
  )
  baseline.streams.close()
  say(`a bare server: ${JSON.stringify(baseline.cost)} for each of ${count} streams`)

  const inspected = await inspect()
  const facet = await installation.serve({}, [inspected.flag, service, 'serve'])
  const tenant = await installation.createTenant('streams')
  const embedding = await createEmbedding(installation, facet, tenant)
  const headers = (await tokensOf(embedding, facet, count)).map((token) => ({
    'x-forwarded-host': tenant.host,
    'x-forwarded-proto': 'https',
    authorization: `Bearer ${token}`,
  }))
  const subject = await costOf(`${facet.url}${path}`, headers, inspected.memory)
  say(`the service: ${JSON.stringify(subject.cost)}`)

  await installation.client(facet, tenant).revokeEmbedSessions({ body: { deploymentId: embedding.deploymentId } })
  const sinceMs = performance.now()
  const toldMs = await subject.streams.untilEnded(sinceMs)
  const told = subject.streams.lastLines().filter((line) => line.includes('"why":"revoked"')).length
  embedding.close()
  return { baseline: baseline.cost, subject: subject.cost, told, slowestToldMs: Math.round(Math.max(...toldMs)) }
}

export const trial: Trial = {
  family: 'bench',
  name: 'streams',
  runsOn: 'nightly',
  summary: 'memory of 1,000 open revocation streams, against a bare node:http server',
  claim: 'An open embed page costs little memory.',
  gate: 'Heap per stream at most 3 times that of a bare response (stretch 2.5). Each stream receives the revocation.',
  onFailure: 'Request state, a timer or a buffer is kept per stream (`http/held-open.ts`, `embed/engine/watches`).',
  needs: ['postgres'],
  short: { seconds: 30, pace: 'works' },
  run: async ({ quick, say }) => {
    const count = quick ? 200 : 1000
    const installation = await createInstallation({ durable: false })
    try {
      const found = await measure(installation, count, say)
      const ratio = rounded(found.subject.heapKb / found.baseline.heapKb)
      return findingOf(quick, {
        isHeld: found.told === count,
        isReached: ratio <= gate && found.slowestToldMs < maxToldMs,
        figures: { ...found, ratio, gate, stretch, better: 'lower', streams: count },
      })
    } finally {
      await installation.close()
    }
  },
}
