import { randomInt } from 'node:crypto'
import { request } from 'node:http'
import { pause } from '../../../../harness/numbers.ts'
import type { EngineStage, Party } from './stage.ts'

type Counts = Record<string, number>

const patienceMs = 60_000
const maxFilters = 250
const largestCount = 64
const hostileMegabytes = 48
const slowOfEach = 4
// Sooner than `Retry-After`, as impatient clients ask.
const afterRefusalMs = 250

const largest = 1000
const lightQuery = () => ({
  measures: ['numbers.worth'],
  filters: [{ member: 'numbers.n', operator: 'lte', values: [String(randomInt(1, largest + 1))] }],
})

/** As many filters as an engine takes, each with another value, so that no cache has the result. */
const largestQuery = () => ({
  measures: ['numbers.worth'],
  filters: Array.from({ length: maxFilters - 1 }, () => ({
    member: 'numbers.label',
    operator: 'notEquals',
    values: [`label ${randomInt(1e9)}`],
  })),
})

const slowQuery = () => ({
  measures: ['naps.count'],
  filters: [{ member: 'naps.n', operator: 'notEquals', values: [String(randomInt(2, 1e9))] }],
})

export type LightResult = { ms: number; status: number; code: string }

/** Asks until there is a result, as clients do when they read `Continue wait`. */
const askLight = async ({ stage, server }: EngineStage, party: Party): Promise<LightResult> => {
  const startedMs = performance.now()
  for (;;) {
    const { status, code, body } = await stage.caller.ask(server, {
      ...{ host: party.host, authorization: party.authorization, path: party.load, method: 'POST' },
      body: { query: lightQuery() },
      timeoutMs: patienceMs,
    })
    const ms = performance.now() - startedMs
    if (status !== 200 || body['error'] !== 'Continue wait' || ms > patienceMs) return { ms, status, code }
  }
}

/** Sends light queries at a fixed rate, whether or not responses come. */
export const askLightQueries = async (stage: EngineStage, count: number, perSecond: number): Promise<LightResult[]> => {
  const startedMs = performance.now()
  const asked = Array.from({ length: count }, async (_, at) => {
    await pause(Math.max(0, (at * 1000) / perSecond - (performance.now() - startedMs)))
    return askLight(stage, stage.quiet)
  })
  return Promise.all(asked)
}

/** Posts 48 MB of empty lists. The service may close the connection before all of it was sent. */
const postHostileBody = ({ server }: EngineStage, party: Party): Promise<string> =>
  new Promise((resolve) => {
    const lists = Buffer.from('[],'.repeat(350_000))
    const outgoing = request(`${server.url}${party.load}`, {
      method: 'POST',
      headers: { 'x-forwarded-host': party.host, authorization: party.authorization, 'content-type': 'application/json' },
    })
    outgoing.on('response', (response) => {
      response.resume()
      response.on('error', () => resolve('body 0'))
      response.on('end', () => resolve(`body ${response.statusCode}`))
    })
    outgoing.on('error', () => resolve('body 0'))
    const send = async (): Promise<void> => {
      outgoing.write('{"query":{"measures":["numbers.worth"],"x":[')
      for (let megabyte = 0; megabyte < hostileMegabytes && !outgoing.destroyed; megabyte++) {
        if (!outgoing.write(lists)) await Promise.race([new Promise((drained) => outgoing.once('drain', drained)), pause(5000)])
      }
      outgoing.end('[]]}}')
    }
    void send()
  })

/** Runs work again and again on so many connections. */
const keepBusy = (connections: number, work: () => Promise<string>) => {
  const counts: Counts = {}
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const outcome = await work()
      counts[outcome] = (counts[outcome] ?? 0) + 1
      if (!outcome.endsWith(' 200')) await pause(afterRefusalMs)
    }
  }
  const running = Array.from({ length: connections }, run)
  return {
    counts,
    stop: async (): Promise<void> => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

const askOnce = async ({ stage, server }: EngineStage, party: Party, name: string, query: object): Promise<string> => {
  const { status, code } = await stage.caller.ask(server, {
    ...{ host: party.host, authorization: party.authorization, path: party.load, method: 'POST' },
    body: { query },
    timeoutMs: patienceMs,
  })
  return `${name} ${status} ${code}`.trim()
}

/** The viewer of one customer: 64 of the largest queries at once, and a hostile body. */
export const startHostileViewer = (stage: EngineStage) => {
  const queries = keepBusy(largestCount, () => askOnce(stage, stage.hostile, 'largest', largestQuery()))
  const bodies = keepBusy(1, async () => {
    const outcome = await postHostileBody(stage, stage.hostile)
    await pause(1000)
    return outcome
  })
  return {
    counts: (): Counts => ({ ...queries.counts, ...bodies.counts }),
    stop: async (): Promise<void> => {
      await Promise.all([queries.stop(), bodies.stop()])
    },
  }
}

/** The other tenant: four slow queries on each of its deployments. */
export const startSlowTenant = (stage: EngineStage) => {
  const all = stage.slow.map((party) => keepBusy(slowOfEach, () => askOnce(stage, party, 'slow', slowQuery())))
  return {
    counts: (): Counts => {
      const sum: Counts = {}
      for (const { counts } of all) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
      return sum
    },
    stop: async (): Promise<void> => {
      await Promise.all(all.map(({ stop }) => stop()))
    },
  }
}
