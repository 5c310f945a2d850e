import { join } from 'node:path'
import { findingOf } from '../../harness/gate.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'
import { comparePairs } from '../../harness/pairs.ts'
import { type Statement, type StatementLog, statementLog, statementLogging } from '../../harness/statement-log.ts'
import { driveWrk, type Throughput } from '../../harness/wrk.ts'
import type { Trial } from '../../trial.ts'

const gate = 0.7
const stretch = 0.85
// A process that was paused validates its cache again. A process without a cache queries far more often than this.
const maxCallsPerRequest = 0.01
// Background statements may be this much more frequent than at rest.
const maxBackgroundRatio = 3
// Statements that are too rare to be seen at rest.
const maxSeldom = 20
// Longer than the interval of the heartbeat.
const idleMs = 6000
const program = join(import.meta.dirname, 'auth/auth-server.ts')

type Side = (connections: number, seconds: number) => Promise<Throughput>

const sideOf =
  (server: FacetProcess, tenant: Tenant): Side =>
  (connections, seconds) =>
    driveWrk({
      url: `${server.url}/api/v1/regions`,
      // Both sides receive the same bytes.
      headers: { 'x-forwarded-host': tenant.host, 'x-forwarded-proto': 'https', authorization: `Bearer ${tenant.adminKey}` },
      connections,
      seconds,
    })

const nameOf = ({ name, text }: Statement): string => name || text

/** Starts both servers and records the statements that they send at rest. */
const startBoth = async (installation: Installation, tenant: Tenant, log: StatementLog) => {
  const servers: FacetProcess[] = []
  const starting = await log.during(async () => {
    servers.push(await installation.serve({}, [program, '--without-authentication']), await installation.serve({}, [program]))
  })
  const idle = await log.during(() => pause(idleMs))
  const [plain, keyed] = servers.map((server) => sideOf(server, tenant)) as [Side, Side]
  return { plain, keyed, background: new Set([...starting, ...idle].map(nameOf)), idlePerSecond: (idle.length * 1000) / idleMs }
}

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
  let requests = 0
  const throughput = await comparePairs(
    pairs,
    {
      baseline: async () => (await plain(64, seconds)).perSecond,
      subject: async () => {
        let perSecond = 0
        const startedMs = performance.now()
        const logged = await log.during(async () => {
          const driven = await keyed(64, seconds)
          perSecond = driven.perSecond
          requests += driven.requests
        })
        loggedSeconds += (performance.now() - startedMs) / 1000
        statements.push(...logged.map(nameOf))
        return perSecond
      },
    },
    say,
  )

  const calls = statements.filter((name) => !background.has(name))
  return {
    throughput,
    calls,
    backgroundCalls: statements.length - calls.length,
    maxBackgroundCalls: Math.round(maxSeldom + loggedSeconds * idlePerSecond * maxBackgroundRatio),
    requests,
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
      const { throughput, calls, backgroundCalls, maxBackgroundCalls, requests } = await compare(installation, quick, say)
      const isFree = calls.length <= requests * maxCallsPerRequest && backgroundCalls <= maxBackgroundCalls
      return findingOf(quick, {
        isHeld: isFree,
        isReached: throughput.ratio >= gate,
        figures: {
          ...throughput,
          gate,
          stretch,
          unit: 'requests/s',
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
