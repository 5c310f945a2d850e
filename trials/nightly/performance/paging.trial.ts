import type { Client } from '@facet/client'
import { embedLists } from '../../../apps/server/test/long-embed-lists.ts'
import { type LongList, longLists } from '../../../apps/server/test/long-lists.ts'
import { findingOf } from '../../harness/gate.ts'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import { median, rounded } from '../../harness/numbers.ts'
import { type Comparison, comparePairs } from '../../harness/pairs.ts'
import { statementLog, statementLogging } from '../../harness/statement-log.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { compareContent } from './paging/content.ts'

const gate = 3
const stretch = 2
const pageSize = 50
const stride = 1000

type Say = (line: string) => void

/** Walks the whole list, which must show every row once. Returns the cursor before the last page. */
const deepestCursor = async (api: Client, list: LongList): Promise<string> => {
  const seen = new Set<number | string>()
  let cursor: string | null = null
  for (;;) {
    const isNearEnd = list.length - seen.size <= stride
    const { items, pageInfo } = await list.page(api, isNearEnd ? Math.max(1, list.length - seen.size - pageSize) : stride, cursor)
    const before = seen.size
    for (const { id } of items) seen.add(id)
    if (seen.size !== before + items.length) throw new Error(`${list.name} showed a row twice.`)
    cursor = pageInfo?.endCursor ?? null
    if (cursor === null || !pageInfo?.hasNextPage) throw new Error(`${list.name} ended after ${seen.size} rows of ${list.length}.`)
    if (isNearEnd) return cursor
  }
}

/** The median time of one page at the caller, in milliseconds. */
const timePage = async (api: Client, list: LongList, after: string | null, requests: number): Promise<number> => {
  const times: number[] = []
  for (let request = 0; request < requests; request++) {
    const startedMs = performance.now()
    const { items } = await list.page(api, pageSize, after)
    times.push(performance.now() - startedMs)
    if (items.length !== pageSize) throw new Error(`${list.name} answered ${items.length} rows instead of ${pageSize}.`)
  }
  return median(times)
}

/** The median time of the page's statement in PostgreSQL, in milliseconds. */
const serverMs = async (installation: Installation, api: Client, list: LongList, after: string | null, requests: number) => {
  const logged = await statementLog(installation.folder).during(async () => void (await timePage(api, list, after, requests)))
  return rounded(median(logged.filter(({ text }) => list.statement.test(text)).map((statement) => statement.serverMs)))
}

const logStatements = async (installation: Installation): Promise<void> => {
  for (const [name, value] of Object.entries(statementLogging)) await installation.sql(`alter system set ${name} = '${value}'`)
  await installation.sql('select pg_reload_conf()')
}

type Found = { list: LongList; times: Comparison; server: { first: number; deepest: number } }

const serverRatioOf = ({ server }: Pick<Found, 'server'>): number => server.deepest / server.first

const isReached = (found: Found): boolean => found.times.ratio <= gate && serverRatioOf(found) <= gate

type Look = { installation: Installation; api: Client; list: LongList; deep: string; pairs: number; requests: number; say: Say }

/** Times at the caller. `inServer` measures in PostgreSQL, later, because logging slows every statement. */
const compareEnds = async ({ installation, api, list, deep, pairs, requests, say }: Look) => {
  const sides = { baseline: () => timePage(api, list, null, requests), subject: () => timePage(api, list, deep, requests) }
  await sides.baseline()
  await sides.subject()
  const times = await comparePairs(pairs, sides, say)
  const inServer = async (): Promise<Found['server']> => ({
    first: await serverMs(installation, api, list, null, requests),
    deepest: await serverMs(installation, api, list, deep, requests),
  })
  return { times, inServer }
}

const compareList = async (installation: Installation, api: Client, list: LongList, quick: boolean, say: Say) => {
  const [pairs, requests] = quick ? [3, 20] : [7, 100]
  const startedMs = performance.now()
  const deep = await deepestCursor(api, list)
  const walkedSeconds = rounded((performance.now() - startedMs) / 1000, 1)
  say(`${list.name}, ${list.length} rows walked in ${walkedSeconds} s; ms of a page of ${pageSize}, first → deepest`)
  return { list, deep, ...(await compareEnds({ installation, api, list, deep, pairs, requests, say })) }
}

const compare = async (installation: Installation, lists: LongList[], { quick, say }: TrialOptions) => {
  const tenant = await installation.createTenant('large')
  const neighbour = await installation.createTenant('small')
  for (const list of lists) await list.fill(installation.sql, tenant.tenantId)
  for (const list of [...longLists(10_000), ...embedLists(10_000)]) await list.fill(installation.sql, neighbour.tenantId)
  await installation.sql('vacuum analyze')
  const { url } = await installation.serve()
  const api = installation.client({ url }, tenant)

  const compared = []
  for (const list of lists) compared.push(await compareList(installation, api, list, quick, say))
  await logStatements(installation)
  const found: Found[] = []
  for (const { list, times, inServer } of compared) {
    const server = await inServer()
    say(`${list.name}: the page's statement takes ${server.first} ms in PostgreSQL, ${server.deepest} ms at the end`)
    found.push({ list, times, server })
  }
  return found
}

const listsOf = (quick: boolean): LongList[] =>
  quick ? [...longLists(50_000), ...embedLists(10_000)] : [...longLists(1_000_000), ...embedLists(1_000_000)]

const figuresOf = ({ list, times, server }: Found) => ({
  rows: list.length,
  ...times,
  unit: 'ms',
  serverMs: server,
  serverRatio: rounded(serverRatioOf({ server })),
})

const compareLongLists = async (options: TrialOptions) => {
  const installation = await createInstallation({ settings: { FACET_MODE: 'production' } })
  try {
    return await compare(installation, listsOf(options.quick), options)
  } finally {
    await installation.close()
  }
}

export const trial: Trial = {
  family: 'bench',
  name: 'paging',
  runsOn: 'nightly',
  summary: 'the deepest page of lists with 1,000,000 rows, against the first page',
  claim: 'The cost of a page depends neither on its position nor on rows that the caller cannot see.',
  gate: 'Deepest page at most 3 times the first. First page at most 5 times that of a caller who sees everything.',
  onFailure: 'A list skips or counts rows, or lost its index (`page-cost.test.ts`). `lists` names it.',
  needs: ['postgres'],
  short: { seconds: 60, pace: 'alone' },
  run: async (options) => {
    const found = await compareLongLists(options)
    const content = await compareContent(options)
    const lists = Object.fromEntries(found.map((one) => [one.list.name, figuresOf(one)]))
    const ratio = Math.max(...found.map(({ times }) => times.ratio))
    const serverRatio = rounded(Math.max(...found.map(serverRatioOf)))
    return findingOf(options.quick, {
      isHeld: content.isEach,
      isReached: found.every(isReached) && content.isReached,
      figures: {
        ratio,
        better: 'lower',
        gate,
        stretch,
        serverRatio,
        lists,
        content: content.figures,
      },
    })
  },
}
