import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { callByName, createPool, type Db, inTransaction, type Pool } from '#db'
import { cloneDatabase, type TestDatabase } from '#test'
import { casesOf, type People, searches } from './access-cases.ts'
import {
  type Model,
  type ModelCaller,
  type ModelItem,
  modelLeads,
  modelLevel,
  type ModelRule,
  modelRules,
  modelSees,
} from './access-model.ts'
import { findFolderPaths } from './folder-paths.ts'
import { findLevels, leadsSomewhere, usableLevel } from './level-queries.ts'
import { type ItemKind, itemKinds, type Level } from './levels.ts'
import { countContent, filterArguments, type ContentFilter, type SortKey } from './page-queries.ts'
import { sortName } from './sort-name.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

let database: TestDatabase
let pool: Pool
let people: People
let tenantId: number
let deploymentId: number

const idOf = async (text: string, values: unknown[] = []): Promise<number> =>
  Number((await database.query<{ id: string }>(text, values))[0]?.id)

beforeAll(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  pool = createPool(database.serviceUrl, 2, () => undefined)
  tenantId = await idOf("insert into tenants (name) values ('rule') returning id")
  deploymentId = await idOf(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     values ($1, 'First', 'first', 'project', 'cubecloud', 'local', 'aws', true, '1') returning id`,
    [tenantId],
  )
  const user = (name: string) =>
    idOf(
      "insert into principals (tenant_id, kind, name) values ($1, case $2 when 'robot' then 'service_account' else 'user' end, $2) returning id",
      [tenantId, name],
    )
  const embedTenant = (name: string) => idOf('insert into embed_tenants (tenant_id, name) values ($1, $2) returning id', [tenantId, name])
  const visitor = (name: string, of: number) =>
    idOf('insert into external_users (tenant_id, embed_tenant_id, external_id) values ($1, $3, $2) returning id', [tenantId, name, of])
  const group = (name: string) =>
    idOf("insert into groups (tenant_id, namespace, name) values ($1, 'groups', $2) returning id", [tenantId, name])
  const embedTenants: [number, number] = [await embedTenant('acme-corp'), await embedTenant('globex-corp')]
  people = {
    embedTenants,
    users: [await user('ada'), await user('bob'), await user('robot')],
    creators: [await visitor('carol', embedTenants[0]), await visitor('dan', embedTenants[1])],
    visitors: [await visitor('erin', embedTenants[0]), await visitor('frank', 0)],
    groups: [await group('one'), await group('two'), await group('three')],
  }
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const granteeColumns = (granteeId: number, workspace: number): Record<string, unknown> => {
  if (granteeId === 0) return { grantee_kind: 'organisation' }
  if (granteeId === -1) return { grantee_kind: 'all_embed_users' }
  if (people.embedTenants.includes(granteeId))
    return { grantee_kind: workspace === 0 ? 'embed_tenant' : 'organisation', embed_tenant_id: granteeId }
  if (people.users.includes(granteeId)) return { grantee_kind: 'user', principal_id: granteeId }
  if (people.groups.includes(granteeId)) return { grantee_kind: 'group', group_id: granteeId }
  return { grantee_kind: 'external_user', external_user_id: granteeId }
}

const time = (ticks: number): string => new Date(Date.UTC(2026, 0, 1) + ticks).toISOString()

/** Writes the model's items under ids of their own, and gives the model with these. */
const write = async (model: Model): Promise<Model> => {
  await database.query('delete from content_items where tenant_id = $1', [tenantId])
  const [from] = await database.query<{ id: string }>(
    "select max(n) as id from (select nextval('facet_ids') as n from generate_series(1, $1)) ids",
    [model.items.length],
  )
  const first = Number(from?.id) - model.items.length
  const items = model.items.map((item) => ({ ...item, id: first + item.id, parentId: item.parentId && first + item.parentId }))
  const grants = model.grants.map((grant) => ({ ...grant, itemId: first + grant.itemId }))
  const rows = items.map((item) => ({
    tenant_id: tenantId,
    deployment_id: deploymentId,
    id: item.id,
    kind: item.kind,
    embed_tenant_id: item.embedTenantId,
    parent_id: item.parentId,
    workbook_id: items.some(({ id, kind }) => id === item.parentId && kind === 'workbook') ? item.parentId : null,
    owner_id: item.ownerId,
    name: item.name,
    sort_name: sortName(item.name),
    position: item.position,
    has_grants: false,
    created_at: time(item.createdAt),
    updated_at: time(item.updatedAt),
  }))
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await database.query(`insert into content_items (${columns}) select ${columns} from jsonb_populate_recordset(null::content_items, $1)`, [
    JSON.stringify(rows),
  ])
  const shared = grants.flatMap(({ itemId, granteeId, level }) =>
    items
      .filter(({ id }) => id === itemId)
      .map(({ kind, embedTenantId }) => ({ item_id: itemId, item_kind: kind, level, ...granteeColumns(granteeId, embedTenantId) })),
  )
  await database.query(
    `insert into content_grants (tenant_id, deployment_id, item_id, item_kind, grantee_kind, principal_id, group_id, external_user_id, embed_tenant_id, level)
     select $2, $3, item_id, item_kind, grantee_kind, principal_id, group_id, external_user_id, embed_tenant_id, level
     from jsonb_populate_recordset(null::content_grants, $1)`,
    [JSON.stringify(shared), tenantId, deploymentId],
  )
  return { items, grants }
}

const workspaceOf = ({ ownerId, organisationId, granteeIds, ...caller }: ModelCaller): WorkspaceAccess =>
  ({
    tenantId,
    deploymentId,
    personId: ownerId ?? 1,
    identity: { ownerId, organisationId, granteeIds },
    ...caller,
  }) as unknown as WorkspaceAccess

type Listing = ContentFilter & { sort: SortKey; isDescending: boolean; limit: number }

const keyOf = (item: ModelItem, sort: SortKey): string | number =>
  ({
    name: Buffer.from(sortName(item.name).slice(0, 100)).toString('hex'),
    created: item.createdAt,
    updated: item.updatedAt,
    position: item.position,
    id: item.id,
  })[sort]

const matches = (name: string, search: string | null | undefined): boolean => {
  if (!search) return true
  const [folded, part] = [sortName(name), sortName(search)]
  return Array.from(part).length <= 2 ? folded.startsWith(part) : folded.includes(part)
}

const expected = (model: Model, caller: ModelCaller, { kinds, parentId, search, isLoose, sort, isDescending }: Listing): ModelItem[] => {
  const workbooks = new Set(model.items.filter(({ kind }) => kind === 'workbook').map(({ id }) => id))
  const found = model.items.filter(
    (item) =>
      kinds.includes(item.kind) &&
      (parentId === null || (parentId === 0 ? item.parentId === null : item.parentId === parentId)) &&
      matches(item.name, search) &&
      !(isLoose && item.parentId !== null && workbooks.has(item.parentId)) &&
      modelSees(model, caller, item),
  )
  const sorted = found.toSorted((a, b) => {
    const [x, y] = [keyOf(a, sort), keyOf(b, sort)]
    if (x === y) return a.id - b.id
    return x < y ? -1 : 1
  })
  return isDescending ? sorted.toReversed() : sorted
}

type Found = { id: number; kind: ItemKind; level: Level; sort_key: string; sort_number: number }

/** Every page of a list, read one after another, by each way that there is to read one. */
const readAll = async (db: Db, workspace: WorkspaceAccess, listing: Listing, ways: { p_few: number; p_far: number }): Promise<Found[]> => {
  const all: Found[] = []
  for (;;) {
    const last = all.at(-1)
    const isNumber = listing.sort !== 'name' && listing.sort !== 'id'
    const page = await callByName<Found>(db, 'facet_list_content', {
      ...filterArguments(workspace, listing),
      p_sort: listing.sort,
      p_is_descending: listing.isDescending,
      p_after_name: last && listing.sort === 'name' ? last.sort_key : null,
      p_after_number: last && isNumber ? last.sort_number : null,
      p_after_id: last?.id ?? null,
      p_limit: listing.limit,
      ...ways,
    })
    all.push(...page)
    if (page.length < listing.limit) return all
  }
}

const ways = [
  { p_few: 3000, p_far: 20_000 },
  { p_few: 0, p_far: 20_000 },
  { p_few: 3000, p_far: 0 },
  { p_few: 0, p_far: 0 },
]

const listings = (model: Model): fc.Arbitrary<Listing> =>
  fc.record({
    kinds: fc.subarray([...itemKinds], { minLength: 1 }),
    parentId: fc.constantFrom(null, null, 0, ...model.items.filter(({ kind }) => kind !== 'report').map(({ id }) => id)),
    search: fc.option(fc.constantFrom(...searches), { nil: null }),
    isLoose: fc.boolean(),
    sort: fc.constantFrom('name' as const, 'created' as const, 'updated' as const, 'position' as const, 'id' as const),
    isDescending: fc.boolean(),
    limit: fc.constantFrom(1, 2, 3, 7, 50),
  })

const checkCaller = async (db: Db, model: Model, caller: ModelCaller, lists: Listing[]): Promise<void> => {
  const workspace = workspaceOf(caller)
  const found = await findLevels(
    db,
    workspace,
    model.items.map(({ id }) => id),
  )
  for (const item of model.items) {
    const isHere = item.embedTenantId === caller.embedTenantId
    expect([item, found.get(item.id)?.level ?? 0]).toEqual([item, modelLevel(model, caller, item)])
    expect([item, found.has(item.id)]).toEqual([item, isHere])
    if (item.kind === 'folder' && isHere && !caller.isAdministrator)
      expect([item, await leadsSomewhere(db, workspace, item.id)]).toEqual([item, modelLeads(model, caller, item)])
  }
  for (const listing of lists) {
    const wanted = expected(model, caller, listing).map((item) => ({
      id: item.id,
      kind: item.kind,
      level: modelLevel(model, caller, item),
    }))
    for (const way of ways) {
      const read = await readAll(db, workspace, listing, way)
      const listed = read.map(({ id, kind, level }) => ({ id, kind, level: usableLevel(workspace, kind, level) }))
      expect([listing, way, listed]).toEqual([listing, way, wanted])
    }
    expect([listing, await countContent(db, workspace, listing)]).toEqual([listing, wanted.length])
  }
}

const pathOf = (model: Model, item: ModelItem): { id: number; name: string }[] => {
  const parent = model.items.find(({ id }) => id === item.parentId)
  if (!parent) return []
  return [...pathOf(model, parent), ...(parent.kind === 'folder' ? [{ id: parent.id, name: parent.name }] : [])]
}

const runs = Number(process.env['FACET_RULE_RUNS'] ?? 20)

/** Whether the database and the model agree over random trees, grants and callers; with a rule of the model turned off, if so told. */
const agreement = (without?: ModelRule) =>
  fc.asyncProperty(casesOf(people), fc.nat(), async ({ model: drafted, callers }, seed) => {
    const model = { ...(await write(drafted)), without }
    // Levels alone tell what the rule is.
    const lists = without ? [] : fc.sample(listings(model), { numRuns: 4, seed })
    await inTransaction(pool, tenantId, 'read only', async (db) => {
      for (const caller of callers) await checkCaller(db, model, caller, lists)
      const paths = await findFolderPaths(
        db,
        { tenantId },
        model.items.map(({ id }) => id),
      )
      for (const item of model.items) expect(paths.get(item.id)).toEqual(pathOf(model, item))
    })
  })

describe('the rule of who may see what', () => {
  it('is the same in the database as in the model: levels, pages by every way, and counts', { timeout: 60_000 + runs * 5000 }, async () => {
    await expect(fc.assert(agreement(), { numRuns: runs })).resolves.toBeUndefined()
  })

  it.each(modelRules)('is noticed to be another without %s', async (rule) => {
    const { failed } = await fc.check(agreement(rule), { numRuns: 300, endOnFailure: true })
    expect(failed).toBe(true)
  })
})
