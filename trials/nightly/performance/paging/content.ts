import type { Client } from '@facet/client'
import { createInstallation, type Installation, type Tenant } from '../../../harness/installation.ts'
import { median, rounded } from '../../../harness/numbers.ts'
import type { TrialOptions } from '../../../trial.ts'
import { type Comparison, comparePairs } from '../../../harness/pairs.ts'
import { type ContentList, contentLists } from './content-lists.ts'
import { fillContent, type Seeded } from './content-seed.ts'

/** The deepest page against the first page, and the first page against that of a caller who sees everything. */
export const contentGates = { deepest: 3, first: 5 }
const pageSize = 50

type Say = (line: string) => void
type Viewer = 'member' | 'newcomer' | 'last'
type Ground = { deploymentId: number; whole: Client; viewers: Record<Viewer, Client> }
type Found = { list: string; viewer: Viewer; first: Comparison; deepest: Comparison | null }

type Account = { id: number; secret: string }

const newAccount = async (api: Client, name: Viewer): Promise<Account> => {
  const { id } = await api.createServiceAccount({ body: { name, role: 'Viewer' } })
  const { secret } = await api.createApiKey({ body: { name: 'of an account', serviceAccountId: id } })
  return { id, secret }
}

const newDeployment = async ({ sql }: Installation, { tenantId }: Tenant): Promise<number> => {
  const [row] = await sql<{ id: string }>(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     values ($1, 'Large', 'large', 'ready', 'local', 'local', 'local', true, '1.7.43') returning id`,
    [tenantId],
  )
  return Number(row?.id)
}

const prepare = async (installation: Installation, items: number, say: Say): Promise<Ground & { seeded: Seeded }> => {
  const tenant = await installation.createTenant('content')
  const deploymentId = await newDeployment(installation, tenant)
  const served = await installation.serve()
  const whole = installation.client(served, tenant)
  const accounts = {
    member: await newAccount(whole, 'member'),
    newcomer: await newAccount(whole, 'newcomer'),
    last: await newAccount(whole, 'last'),
  }
  const { member, newcomer, last } = accounts
  const ids = { memberId: member.id, newcomerId: newcomer.id, lastId: last.id }
  const seeded: Seeded = { tenantId: tenant.tenantId, deploymentId, items, grants: items / 10, ...ids }
  const startedMs = performance.now()
  await fillContent(installation, seeded)
  say(`${items} items and ${seeded.grants} grants made in ${rounded((performance.now() - startedMs) / 1000, 1)} s`)
  const viewers = {
    member: installation.client(served, tenant, member.secret),
    newcomer: installation.client(served, tenant, newcomer.secret),
    last: installation.client(served, tenant, last.secret),
  }
  return { deploymentId, whole, viewers, seeded }
}

/** The cursor before the last page, made from the first page in reverse order. Null if the list has at most two pages. */
const deepestCursor = async ({ deploymentId }: Ground, { turned, cursorName }: ContentList, api: Client): Promise<string | null> => {
  const { items, pageInfo } = (await turned?.(api, deploymentId, { first: pageSize + 1 })) ?? { items: [] }
  if (items.length <= pageSize || !pageInfo?.hasNextPage || !pageInfo.endCursor) return null
  const [, ...place] = JSON.parse(Buffer.from(pageInfo.endCursor, 'base64url').toString()) as unknown[]
  return Buffer.from(JSON.stringify([cursorName, ...place])).toString('base64url')
}

type Asked = { api: Client; page: ContentList['page']; after?: string | null; requests: number }

const timePage = async ({ deploymentId }: Ground, { api, page, after, requests }: Asked): Promise<number> => {
  const times: number[] = []
  for (let request = 0; request < requests; request++) {
    const startedMs = performance.now()
    await page(api, deploymentId, { first: pageSize, ...(after ? { after } : {}) })
    times.push(performance.now() - startedMs)
  }
  return median(times)
}

type Look = { ground: Ground; list: ContentList; viewer: Viewer; pairs: number; requests: number; say: Say }

const compareFirst = async ({ ground, list, viewer, pairs, requests, say }: Look): Promise<Comparison> => {
  const sides = {
    baseline: () => timePage(ground, { api: ground.whole, page: list.whole ?? list.page, requests }),
    subject: () => timePage(ground, { api: ground.viewers[viewer], page: list.page, requests }),
  }
  await sides.baseline()
  await sides.subject()
  say(`${list.name}, ${viewer}: ms of the first page, caller who sees everything → ${viewer}`)
  return comparePairs(pairs, sides, say)
}

const compareDeepest = async ({ ground, list, viewer, pairs, requests, say }: Look): Promise<Comparison | null> => {
  const api = ground.viewers[viewer]
  const after = await deepestCursor(ground, list, api)
  if (after === null) return null
  const { items, pageInfo } = await list.page(api, ground.deploymentId, { first: pageSize, after })
  if (items.length !== pageSize || pageInfo?.hasNextPage) throw new Error(`${list.name} does not end where its turned form begins.`)
  say(`${list.name}, ${viewer}: ms of a page of ${pageSize}, first → deepest`)
  const sides = {
    baseline: () => timePage(ground, { api, page: list.page, requests }),
    subject: () => timePage(ground, { api, page: list.page, after, requests }),
  }
  return comparePairs(pairs, sides, say)
}

/** Walks a list, which must show every row once. */
const countWalked = async ({ deploymentId }: Ground, { name, page }: ContentList, api: Client): Promise<number> => {
  const seen = new Set<number>()
  let cursor: string | null | undefined = null
  do {
    const { items, pageInfo } = await page(api, deploymentId, { first: 1000, ...(cursor ? { after: cursor } : {}) })
    const before = seen.size
    for (const { id } of items) seen.add(id)
    if (seen.size !== before + items.length) throw new Error(`${name} showed a row twice.`)
    cursor = pageInfo?.hasNextPage ? pageInfo.endCursor : null
  } while (cursor)
  return seen.size
}

const listOf = (name: string): ContentList => {
  const list = contentLists.find((one) => one.name === name)
  if (!list) throw new Error(`There is no list called ${name}.`)
  return list
}

/** Whether two orders of one list show the same number of rows, which is the count. */
const isWhole = async (ground: Ground, say: Say): Promise<boolean> => {
  const { member } = ground.viewers
  const byTime = await countWalked(ground, listOf('reports by time'), member)
  const byName = await countWalked(ground, listOf('reports by name'), member)
  const { count } = await member.getReports({ params: { deploymentId: ground.deploymentId }, query: { first: 1 } })
  say(`the member sees ${byTime} reports by time, ${byName} by name, and ${count} counted`)
  return byTime === byName && Math.min(byTime, 10_000) === count
}

/** Lists of embed users are the same for all viewers. */
const viewersOf = ({ whole, name }: ContentList): Viewer[] => {
  if (whole) return ['member']
  return name === 'reports by name' ? ['member', 'newcomer', 'last'] : ['member', 'newcomer']
}

const ratiosOf = (found: readonly Found[]) => ({
  first: Math.max(...found.map(({ first }) => first.ratio)),
  deepest: Math.max(...found.flatMap(({ deepest }) => (deepest ? [deepest.ratio] : []))),
})

const compareLists = async (ground: Ground, quick: boolean, say: Say): Promise<Found[]> => {
  const [pairs, requests] = quick ? [3, 3] : [7, 5]
  const found: Found[] = []
  for (const list of contentLists)
    for (const viewer of viewersOf(list)) {
      const look: Look = { ground, list, viewer, pairs, requests, say }
      found.push({ list: list.name, viewer, first: await compareFirst(look), deepest: await compareDeepest(look) })
    }
  return found
}

const figuresOf = ({ first, deepest }: Found) => ({
  first: { ratio: first.ratio, spread: first.spread, whole: first.baseline, ms: first.subject },
  ...(deepest ? { deepest: { ratio: deepest.ratio, spread: deepest.spread, ms: deepest.subject } } : {}),
})

/** Lists of a user in 500 groups, in a deployment with a million items and a hundred thousand grants. */
export const compareContent = async ({ quick, say }: TrialOptions) => {
  const installation = await createInstallation({ durable: false, settings: { FACET_MODE: 'production' } })
  try {
    const stand = await prepare(installation, quick ? 50_000 : 1_000_000, say)
    const isEach = quick ? await isWhole(stand, say) : true
    const found = await compareLists(stand, quick, say)
    const ratios = ratiosOf(found)
    return {
      isEach,
      isReached: ratios.first <= contentGates.first && ratios.deepest <= contentGates.deepest,
      figures: {
        items: stand.seeded.items,
        grants: stand.seeded.grants,
        gates: contentGates,
        ratios,
        lists: Object.fromEntries(found.map((one) => [`${one.list}, ${one.viewer}`, figuresOf(one)])),
      },
    }
  } finally {
    await installation.close()
  }
}
