import { join } from 'node:path'
import { findingOf } from '../../harness/gate.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../harness/installation.ts'
import { cpuSecondsOf } from '../../harness/machine.ts'
import { median, pause, rounded } from '../../harness/numbers.ts'
import { comparePairs } from '../../harness/pairs.ts'
import { type Statement, type StatementLog, statementLog, statementLogging } from '../../harness/statement-log.ts'
import { driveWrk, type Throughput } from '../../harness/wrk.ts'
import type { Trial } from '../../trial.ts'

const gate = 0.7
const stretch = 0.85
// A process that did not get to run for a while asks again before it believes what it remembers; one that asks because of the
// requests does so far more often than this.
const maxCallsPerRequest = 0.01
// What a process asks on its own comes with time and not with requests, so this many times as often as at rest is because of them.
const maxBackgroundRatio = 3
// What comes but once a minute, and so hardly ever while nobody asks.
const maxSeldom = 20
// Longer than the slowest thing a process does every few seconds, its heartbeat.
const idleMs = 6000
const program = join(import.meta.dirname, 'auth/auth-server.ts')

type Side = (connections: number, seconds: number) => Promise<Throughput & { cpuMicros: number }>

const sideOf =
  (server: FacetProcess, tenant: Tenant): Side =>
  async (connections, seconds) => {
    const before = cpuSecondsOf(server.pid)
    const driven = await driveWrk({
      url: `${server.url}/api/v1/regions`,
      // Both sides are sent the same bytes, so that only what is done with the credential differs.
      headers: { 'x-forwarded-host': tenant.host, 'x-forwarded-proto': 'https', authorization: `Bearer ${tenant.adminKey}` },
      connections,
      seconds,
    })
    return { ...driven, cpuMicros: ((cpuSecondsOf(server.pid) - before) * 1e6) / driven.requests }
  }

const nameOf = ({ name, text }: Statement): string => name || text

/** Starts both servers and learns what they ask of the database while nobody asks anything of them. */
const startBoth = async (installation: Installation, tenant: Tenant, log: StatementLog) => {
  const servers: FacetProcess[] = []
  const starting = await log.during(async () => {
    servers.push(await installation.serve({}, [program, '--without-authentication']), await installation.serve({}, [program]))
  })
  const idle = await log.during(() => pause(idleMs))
  const [plain, keyed] = servers.map((server) => sideOf(server, tenant)) as [Side, Side]
  return { plain, keyed, background: new Set([...starting, ...idle].map(nameOf)), idlePerSecond: (idle.length * 1000) / idleMs }
}

const medianCpu = (driven: { cpuMicros: number }[]): number => rounded(median(driven.map(({ cpuMicros }) => cpuMicros)), 1)

const compare = async (installation: Installation, quick: boolean, say: (line: string) => void) => {
  const tenant = await installation.createTenant('bench')
  const log = statementLog(installation.folder)
  const { plain, keyed, background, idlePerSecond } = await startBoth(installation, tenant, log)
  const [pairs, seconds] = quick ? [2, 2] : [7, 5]

  const missed = await log.during(async () => void (await keyed(1, 1)))
  if (!missed.some(({ name }) => name === 'find-credential') || background.has('find-credential'))
    throw new Error('The first use of a key does not show in the log, so 0 calls would prove nothing.')
  await plain(64, seconds)
  await keyed(64, seconds)

  say('requests/s at 64 connections, without → with a cached key')
  const statements: string[] = []
  let loggedSeconds = 0
  const driven: Record<'plain' | 'keyed', Awaited<ReturnType<Side>>[]> = { plain: [], keyed: [] }
  const drive = async (name: 'plain' | 'keyed', side: Side): Promise<number> => {
    const found = await side(64, seconds)
    driven[name].push(found)
    return found.perSecond
  }
  const throughput = await comparePairs(
    pairs,
    {
      baseline: () => drive('plain', plain),
      subject: async () => {
        let perSecond = 0
        const startedMs = performance.now()
        const logged = await log.during(async () => {
          perSecond = await drive('keyed', keyed)
        })
        loggedSeconds += (performance.now() - startedMs) / 1000
        statements.push(...logged.map(nameOf))
        return perSecond
      },
    },
    say,
  )

  say('p50 µs at 1 connection, without → with a cached key')
  const p50 = (side: Side) => async () => (await side(1, quick ? 1 : 3)).p50Micros
  const latency = await comparePairs(pairs, { baseline: p50(plain), subject: p50(keyed) }, say)
  const calls = statements.filter((name) => !background.has(name))
  return {
    throughput,
    latency,
    calls,
    backgroundCalls: statements.length - calls.length,
    maxBackgroundCalls: Math.round(maxSeldom + loggedSeconds * idlePerSecond * maxBackgroundRatio),
    requests: driven.keyed.reduce((sum, { requests }) => sum + requests, 0),
    cpuMicros: { without: medianCpu(driven.plain), with: medianCpu(driven.keyed) },
  }
}

export const trial: Trial = {
  family: 'bench',
  name: 'auth',
  runsOn: 'nightly',
  summary: 'cost of API key authentication for a request with a cached key',
  claim: 'A request with a cached API key needs no database call and keeps most of the throughput of an unauthenticated route.',
  gate: 'Throughput ratio at least 0.70 (stretch 0.85). Fewer than one database call per 100 requests.',
  onFailure:
    'Something became slower on every request: hashing, the cache, rate limits or headers. If `databaseCalls` grows with `requests`, lookups miss the cache.',
  needs: ['postgres', 'wrk'],
  short: { seconds: 33, pace: 'alone' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ settings: { FACET_MODE: 'production' }, postgres: statementLogging })
    try {
      const { throughput, latency, calls, backgroundCalls, maxBackgroundCalls, requests, cpuMicros } = await compare(
        installation,
        quick,
        say,
      )
      const isFree = calls.length <= requests * maxCallsPerRequest && backgroundCalls <= maxBackgroundCalls
      return findingOf(quick, {
        isHeld: isFree,
        isReached: throughput.ratio >= gate,
        figures: {
          ...throughput,
          gate,
          stretch,
          unit: 'requests/s',
          cpuMicros: { ...cpuMicros, ratio: rounded(cpuMicros.without / cpuMicros.with) },
          p50Micros: { without: latency.baseline, with: latency.subject, added: latency.difference },
          requests,
          databaseCalls: calls.length,
          ...(calls.length === 0 ? {} : { databaseCallExamples: [...new Set(calls)].slice(0, 5) }),
          backgroundCalls,
          maxBackgroundCalls,
        },
      })
    } finally {
      await installation.close()
    }
  },
}
