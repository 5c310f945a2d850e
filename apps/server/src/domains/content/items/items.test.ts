import { type Action, operations } from '@facet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Caller, EmbedGrant } from '#access'
import { createPool, type Db, inTransaction, type Pool } from '#db'
import type { PageRequest } from '#kernel/paging'
import { cloneDatabase, type TestDatabase } from '#test'
import {
  contentPage,
  type ContentListing,
  findOwners,
  type FoundItem,
  holdTree,
  type ItemKind,
  levels,
  lockTree,
  requireFolderOnTheWay,
  requireItem,
  requireSharedWorkspace,
  requireViewedWorkspace,
  requireWorkspace,
  sortName,
  type WorkspaceContext,
} from './index.ts'

let database: TestDatabase
let pool: Pool
const ids: Record<string, number> = {}
const of = (name: string): number => ids[name] ?? 0

const idOf = async (text: string, values: unknown[] = []): Promise<number> =>
  Number((await database.query<{ id: string }>(text, values))[0]?.id)

beforeAll(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  pool = createPool(database.serviceUrl, 12, () => undefined)
  ids['tenant'] = await idOf("insert into tenants (name) values ('items') returning id")
  ids['deployment'] = await idOf(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     values ($1, 'First', 'first', 'project', 'cubecloud', 'local', 'aws', true, '1') returning id`,
    [of('tenant')],
  )
  for (const name of ['ada', 'bob']) {
    ids[name] = await idOf("insert into principals (tenant_id, kind, name) values ($1, 'user', $2) returning id", [of('tenant'), name])
    await database.query('insert into users (tenant_id, id, email, first_name) values ($1, $2, $3, $4)', [
      of('tenant'),
      of(name),
      `${name}@example.com`,
      name,
    ])
  }
  ids['robot'] = await idOf("insert into principals (tenant_id, kind, name) values ($1, 'service_account', 'robot') returning id", [
    of('tenant'),
  ])
  ids['team'] = await idOf("insert into groups (tenant_id, namespace, name) values ($1, 'groups', 'team') returning id", [of('tenant')])
  await database.query('insert into user_group_members (tenant_id, group_id, user_id) values ($1, $2, $3)', [
    of('tenant'),
    of('team'),
    of('bob'),
  ])
  ids['acme'] = await idOf("insert into embed_tenants (tenant_id, name) values ($1, 'acme-corp') returning id", [of('tenant')])
  ids['carol'] = await idOf(
    "insert into external_users (tenant_id, embed_tenant_id, external_id, display_name, group_ids) values ($1, $2, 'carol', 'Carol', array[$3::bigint]) returning id",
    [of('tenant'), of('acme'), of('team')],
  )
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => database.query('delete from content_items where tenant_id = $1', [of('tenant')]))

type Given = { kind: ItemKind; owner?: string; in?: number; workspace?: number; name?: string; position?: number }

const given = ({ kind, owner = 'ada', in: parentId, workspace = 0, name = kind, position = 0 }: Given): Promise<number> =>
  idOf(
    `insert into content_items (tenant_id, deployment_id, embed_tenant_id, kind, parent_id, workbook_id, owner_id, name, sort_name, position)
     select $1, $2, $3, $4::text, $5::bigint, (select id from content_items where tenant_id = $1 and id = $5 and kind = 'workbook'), $6, $7, $8, $9 returning id`,
    [of('tenant'), of('deployment'), workspace, kind, parentId ?? null, of(owner), name, sortName(name), position],
  )

const share = (itemId: number, columns: string, values: string, level: number) =>
  database.query(
    `insert into content_grants (tenant_id, deployment_id, item_id, item_kind, level, ${columns})
     select tenant_id, deployment_id, id, kind, $2, ${values} from content_items where id = $1`,
    [itemId, level],
  )
const shareWithTeam = (itemId: number, level: number) => share(itemId, 'grantee_kind, group_id', `'group', ${of('team')}`, level)

const callerOf = (name: string, actions: Action[], embed?: Partial<EmbedGrant>): Caller =>
  ({
    tenantId: of('tenant'),
    credentialKind: embed ? 'embed' : 'api_key',
    principalId: of(name),
    principalName: name,
    grants: [{ role: 'Some', actions: ['DeploymentRead', ...actions], deploymentIds: [of('deployment')] }],
    reach: { deploymentIds: null },
    ...(embed ? { embed: { userId: of(name), isInternal: false, isCreatorMode: false, embedTenantId: of('acme'), ...embed } } : {}),
  }) as unknown as Caller

const full: Action[] = ['FolderManage', 'WorkbookManage', 'ReportManage']
const creator = { isCreatorMode: true }

const as = <T>(caller: Caller, work: (context: WorkspaceContext) => Promise<T>): Promise<T> =>
  inTransaction(pool, of('tenant'), 'read write', (db) =>
    work({ db, caller, operation: { ...operations.workspaceObjects, action: 'DeploymentRead' } }),
  )

const readerOf = (name: string): Caller => callerOf(name, ['FolderRead', 'WorkbookRead', 'ReportRead'])

describe('requireItem', () => {
  const levelOf = (caller: Caller, kind: ItemKind, id: number, level: 1 | 2 | 3) =>
    as(caller, async (context) => (await requireItem(context, await requireWorkspace(context, of('deployment')), kind, id, level)).level)

  it('does not find what the caller cannot see, what is of another kind, and what is not there', async () => {
    const report = await given({ kind: 'report' })

    await expect(levelOf(callerOf('bob', full), 'report', report, levels.view)).rejects.toMatchObject({
      code: 'report_not_found',
      status: 404,
    })
    await expect(levelOf(callerOf('ada', full), 'workbook', report, levels.view)).rejects.toMatchObject({ code: 'workbook_not_found' })
    await expect(levelOf(callerOf('ada', full), 'folder', 1, levels.view)).rejects.toMatchObject({ code: 'folder_not_found' })
  })

  it('refuses what the caller sees and may not do, by grant and by role', async () => {
    const folder = await given({ kind: 'folder' })
    const report = await given({ kind: 'report', in: await given({ kind: 'workbook', in: folder }) })
    await shareWithTeam(folder, levels.edit)

    expect(await levelOf(callerOf('bob', full), 'report', report, levels.edit)).toBe(levels.edit)
    await expect(levelOf(callerOf('bob', full), 'report', report, levels.full)).rejects.toMatchObject({
      code: 'item_access_denied',
      status: 403,
    })
    await expect(levelOf(readerOf('bob'), 'report', report, levels.edit)).rejects.toMatchObject({ code: 'item_access_denied' })
  })

  it('gives administrators everything of the console and nothing of an embed tenant', async () => {
    const [ours, theirs] = [await given({ kind: 'report' }), await given({ kind: 'report', owner: 'carol', workspace: of('acme') })]
    const administrator = callerOf('bob', ['All'])

    expect(await levelOf(administrator, 'report', ours, levels.full)).toBe(levels.full)
    await expect(levelOf(administrator, 'report', theirs, levels.view)).rejects.toMatchObject({ code: 'report_not_found' })
  })

  it('keeps creators in the workspace of their embed tenant', async () => {
    const [ours, theirs] = [await given({ kind: 'report' }), await given({ kind: 'report', owner: 'carol', workspace: of('acme') })]
    await shareWithTeam(ours, levels.full)
    const carol = callerOf('carol', full, creator)

    expect(await levelOf(carol, 'report', theirs, levels.full)).toBe(levels.full)
    await expect(levelOf(carol, 'report', ours, levels.view)).rejects.toMatchObject({ code: 'report_not_found' })
    await expect(levelOf(callerOf('carol', full, {}), 'report', theirs, levels.view)).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
    })
  })

  it('shows a folder on the way to something by way of requireFolderOnTheWay alone', async () => {
    const [folder, other] = [await given({ kind: 'folder' }), await given({ kind: 'folder', name: 'other' })]
    await shareWithTeam(await given({ kind: 'report', in: await given({ kind: 'folder', in: folder }) }), levels.view)
    const bob = callerOf('bob', full)
    const onTheWay = (id: number) =>
      as(bob, async (context) => (await requireFolderOnTheWay(context, await requireWorkspace(context, of('deployment')), id)).level)

    expect(await onTheWay(folder)).toBe(levels.none)
    await expect(onTheWay(other)).rejects.toMatchObject({ code: 'folder_not_found' })
    await expect(levelOf(bob, 'folder', folder, levels.view)).rejects.toMatchObject({ code: 'folder_not_found' })
  })
})

describe('what embed users see of the console', () => {
  const grantRole = (name: string, actions: Action[]) =>
    database.query(
      `with r as (insert into roles (tenant_id, name, actions) values ($1, $2, $3) returning id)
       insert into role_grants (tenant_id, principal_id, role_id) select $1, $4, id from r`,
      [of('tenant'), `role of ${name}`, actions, of(name)],
    )
  const seen = (caller: Caller, require: typeof requireSharedWorkspace, id: number) =>
    as(caller, async (context) => requireItem(context, await require(context, of('deployment')), 'workbook', id, levels.view)).then(
      ({ level }) => level,
      () => levels.none,
    )

  it('is what is shared with all of them, with their embed tenant, and for one dashboard with their groups', async () => {
    const [all, acme, team, none] = [
      await given({ kind: 'workbook' }),
      await given({ kind: 'workbook' }),
      await given({ kind: 'workbook' }),
      await given({ kind: 'workbook' }),
    ]
    await share(all, 'grantee_kind', "'all_embed_users'", 1)
    await share(acme, 'grantee_kind, embed_tenant_id', `'embed_tenant', ${of('acme')}`, 1)
    await shareWithTeam(team, levels.full)
    const workbooks = [all, acme, team, none]
    const seenBy = (caller: Caller, require: typeof requireSharedWorkspace) => Promise.all(workbooks.map((id) => seen(caller, require, id)))

    expect(await seenBy(callerOf('carol', [], creator), requireSharedWorkspace)).toEqual([1, 1, 0, 0])
    expect(await seenBy(callerOf('carol', [], { embedTenantId: 0, ...creator }), requireSharedWorkspace)).toEqual([1, 0, 0, 0])
    expect(await seenBy(callerOf('carol', [], creator), requireViewedWorkspace)).toEqual([1, 1, 0, 0])
    expect(await seenBy(callerOf('carol', [], {}), requireViewedWorkspace)).toEqual([1, 1, 1, 0])
    const internal = (name: string) => seenBy(callerOf(name, [], { isInternal: true, embedTenantId: 0 }), requireViewedWorkspace)
    expect(await internal('ada')).toEqual([0, 0, 0, 0])
    await grantRole('ada', ['WorkbookManage'])
    await grantRole('robot', ['All'])
    expect(await internal('ada')).toEqual([1, 1, 1, 1])
    expect(await internal('robot')).toEqual([1, 1, 1, 1])
  })
})

describe('contentPage', () => {
  const feed: ContentListing = {
    name: 'feed',
    kinds: ['folder', 'workbook', 'report'],
    parentId: 0,
    order: { sort: 'name', isDescending: false },
    foldersFirst: true,
  }
  const namesOf = (db: Db) => async (found: FoundItem[]) => {
    const rows = await db
      .selectFrom('content_items')
      .select(['id', 'name'])
      .where('tenant_id', '=', of('tenant'))
      .where('id', 'in', [0, ...found.map(({ id }) => id)])
      .execute()
    return found.flatMap(({ id }) => rows.find((row) => row.id === id) ?? [])
  }
  const page = (listing: ContentListing, request: { first?: number; after?: string | null }, most = 1000) =>
    as(callerOf('ada', full), async (context) =>
      contentPage(context.db, await requireWorkspace(context, of('deployment')), listing, request, async (found) =>
        (await namesOf(context.db)(found)).slice(0, most),
      ),
    )
  const readAll = async (listing: ContentListing, first: number, most?: number): Promise<string[]> => {
    const all: string[] = []
    for (let after: string | null | undefined = null; after !== undefined; ) {
      const { items, pageInfo } = await page(listing, { first, after }, most)
      all.push(...items.map(({ name }) => name))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined
    }
    return all
  }
  const givenFeed = async () => {
    await given({ kind: 'folder', name: 'second', position: 2 })
    await given({ kind: 'folder', name: 'third', position: 3 })
    await given({ kind: 'folder', name: 'first', position: 1 })
    for (const name of ['beta', 'Alpha', 'Gamma']) await given({ kind: name === 'beta' ? 'report' : 'workbook', name })
  }
  const inOrder = ['first', 'second', 'third', 'Alpha', 'beta', 'Gamma']

  it.each([1, 2, 4, 6, 7])('has folders first and goes on behind them, %i at a time', async (first) => {
    await givenFeed()
    expect(await readAll(feed, first)).toEqual(inOrder)
  })

  it('ends early where fewer are shown, and goes on there', async () => {
    await givenFeed()
    expect(await readAll(feed, 5, 2)).toEqual(inOrder)
  })

  it('goes on behind what it showed when some of a page were deleted since they were found, and past a page of which nothing is left', async () => {
    await givenFeed()
    const gone = new Set<string>()
    const read = async (request: PageRequest) =>
      as(callerOf('ada', full), async (context) =>
        contentPage(context.db, await requireWorkspace(context, of('deployment')), feed, request, async (found) =>
          (await namesOf(context.db)(found)).filter(({ name }) => !gone.has(name)),
        ),
      )

    gone.add('second')
    const holed = await read({ first: 4 })
    expect(holed.items.map(({ name }) => name)).toEqual(['first', 'third', 'Alpha'])
    expect((await read({ first: 4, after: holed.pageInfo.endCursor ?? null })).items.map(({ name }) => name)).toEqual(['beta', 'Gamma'])

    for (const name of ['first', 'third', 'Alpha']) gone.add(name)
    const emptied = await read({ first: 2 })
    expect(emptied.items.map(({ name }) => name)).toEqual(['beta', 'Gamma'])
    expect(emptied.pageInfo).toMatchObject({ hasNextPage: false })
    gone.add('beta').add('Gamma')
    expect(await read({ first: 2 })).toMatchObject({ items: [], pageInfo: { hasNextPage: false, endCursor: null } })
  })

  it('has what was viewed before what was not, and takes no cursor then', async () => {
    await givenFeed()
    await database.query(
      `insert into content_views (tenant_id, viewer_id, item_id, viewed_at)
       select tenant_id, $1, id, case name when 'Gamma' then now() else now() - interval '1 hour' end from content_items where name in ('beta', 'Gamma')`,
      [of('ada')],
    )
    const viewed: ContentListing = { ...feed, order: { sort: 'viewed', isDescending: true } }

    expect((await page(viewed, {})).items.map(({ name }) => name)).toEqual(['first', 'second', 'third', 'Gamma', 'beta', 'Alpha'])
    const { pageInfo } = await page(viewed, { first: 4 })
    expect(pageInfo).toMatchObject({ hasNextPage: true, endCursor: null })
    await expect(page(viewed, { after: 'x' })).rejects.toMatchObject({ code: 'unpaged_order' })
  })

  it('has cursors that fit into a request, whatever the names', async () => {
    const byName: ContentListing = { ...feed, kinds: ['report'], foldersFirst: false }
    for (const last of ['a', 'b', 'c']) await given({ kind: 'report', name: `${'\u{1f600}'.repeat(254)}${last}` })

    expect((await page(byName, { first: 1 })).pageInfo.endCursor?.length).toBeLessThan(1000)
    expect((await readAll(byName, 1)).map((name) => name.at(-1))).toEqual(['a', 'b', 'c'])
  })

  it('refuses the cursor of another order, and one that somebody made', async () => {
    await givenFeed()
    const { pageInfo } = await page(feed, { first: 4 })
    const byTime: ContentListing = { ...feed, order: { sort: 'updated', isDescending: true } }
    const forged = Buffer.from(JSON.stringify(['feed updated desc', 1, 'yesterday', 1])).toString('base64url')

    await expect(page(byTime, { after: pageInfo.endCursor ?? '' })).rejects.toMatchObject({ code: 'invalid_cursor' })
    await expect(page(byTime, { after: forged })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})

describe('owners and locks', () => {
  it('knows users, service accounts and external users, and leaves out who is gone', async () => {
    const found = await inTransaction(pool, of('tenant'), 'read only', async (db) => [
      ...(await findOwners(db, { tenantId: of('tenant'), embedTenantId: 0 }, [of('ada'), of('robot'), 1, null])).values(),
      ...(await findOwners(db, { tenantId: of('tenant'), embedTenantId: of('acme') }, [of('carol'), of('ada')])).values(),
    ])

    expect(found.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: of('ada'), email: 'ada@example.com', firstName: 'ada', picture: null },
      { id: of('robot'), email: '', firstName: 'robot', picture: null },
      { id: of('carol'), email: '', firstName: 'Carol', picture: null },
    ])
  })

  it('lets writers into a tree together, whoever changes it alone, and nobody wait for another workspace', async () => {
    const place = { tenantId: of('tenant'), deploymentId: of('deployment'), embedTenantId: 0 }
    const steps: string[] = []
    const changing = Promise.withResolvers<unknown>()
    await inTransaction(pool, of('tenant'), 'read write', async (first) => {
      await holdTree(first, place)
      await inTransaction(pool, of('tenant'), 'read write', (second) => holdTree(second, place))
      void inTransaction(pool, of('tenant'), 'read write', async (third) => {
        await lockTree(third, place)
        steps.push('changed')
      }).then(changing.resolve, changing.reject)
      await inTransaction(pool, of('tenant'), 'read write', (other) => lockTree(other, { ...place, embedTenantId: of('acme') }))
      steps.push('written')
    })
    await changing.promise

    expect(steps).toEqual(['written', 'changed'])
  })
})

it('facet_purge_embed_tenant deletes only that workspace, in batches from its leaves', async () => {
  const kept = await given({ kind: 'report' })
  const gone = await idOf("insert into embed_tenants (tenant_id, name, removed_at) values ($1, 'gone-corp', now()) returning id", [
    of('tenant'),
  ])
  const folder = await given({ kind: 'folder', owner: 'carol', workspace: gone })
  const workbook = await given({ kind: 'workbook', owner: 'carol', workspace: gone, in: folder })
  for (const name of ['a', 'b', 'c']) await given({ kind: 'report', name, owner: 'carol', workspace: gone, in: workbook })
  await share(kept, 'grantee_kind, embed_tenant_id', `'embed_tenant', ${gone}`, 1)

  const turns: number[] = []
  while (turns.at(-1) !== 0)
    turns.push(Number((await database.query<{ n: number }>('select facet_purge_embed_tenant($1, $2, 2) as n', [of('tenant'), gone]))[0]?.n))

  expect(turns).toEqual([2, 1, 1, 1, 1, 0])
  expect(await database.query('select id::int from content_items where tenant_id = $1', [of('tenant')])).toEqual([{ id: kept }])
  expect(await database.query('select 1 from content_grants where tenant_id = $1', [of('tenant')])).toEqual([])
})
