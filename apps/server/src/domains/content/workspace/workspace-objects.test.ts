import { describe, expect } from 'vitest'
import {
  type Actor,
  failureOf,
  givenCreator,
  givenDashboard,
  givenFolder,
  givenFolderPath,
  givenFrame,
  givenGrant,
  givenReport,
  givenRole,
  givenShareWith,
  givenWorkbook,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)
  .extend('tree', () => givenTree())
  .extend('frame', ({ owner }) => givenFrame(server, owner))
type Query = NonNullable<Parameters<Actor['api']['workspaceObjects']>[0]['query']>

const feedOf =
  ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>) =>
  async (query: Query = {}) =>
    (await api.workspaceObjects({ params: { deploymentId }, query })).items.map(({ name }) => name)

/** Two folders, a workbook and two reports at the root; one of each below the first folder; a report in the workbook. */
const givenTree = async () => {
  const owner = await server.admin()
  const finance = await givenFolder(owner, { name: 'Finance', position: 2 })
  const archive = await givenFolder(owner, { name: 'Archive', position: 1 })
  const { workbook } = await givenWorkbook(owner, { name: 'Book' })
  await givenReport(owner, { name: 'Zeta' })
  await givenReport(owner, { name: 'alpha' })
  await givenReport(owner, { name: 'Tab', workbookId: workbook.id })
  const inner = await givenFolder(owner, { name: 'Inner', parentId: finance.id })
  await givenWorkbook(owner, { name: 'Inner book', folderId: finance.id })
  await givenReport(owner, { name: 'Inner report', folderId: finance.id })
  return { owner, finance, archive, inner, workbook, feed: feedOf(owner) }
}

describe('workspaceObjects', () => {
  it('lists one level, folders first by position, the rest as asked', async ({ tree: { feed, finance, archive } }) => {
    expect(await feed()).toEqual(['Archive', 'Finance', 'alpha', 'Zeta', 'Book'])
    expect(await feed({ folderId: 0 })).toEqual(await feed())
    expect(await feed({ orderByField: 'name' })).toEqual(['Archive', 'Finance', 'alpha', 'Book', 'Zeta'])
    expect(await feed({ orderByField: 'name', orderByDirection: 'DESC' })).toEqual(['Archive', 'Finance', 'Zeta', 'Book', 'alpha'])
    expect(await feed({ orderByField: 'created_at', orderByDirection: 'ASC' })).toEqual(['Archive', 'Finance', 'Book', 'Zeta', 'alpha'])
    expect(await feed({ folderId: finance.id, orderByField: 'name' })).toEqual(['Inner', 'Inner book', 'Inner report'])
    expect(await feed({ folderId: archive.id })).toEqual([])
  })

  it('narrows to types, one or several', async ({ tree: { feed } }) => {
    expect(await feed({ types: 'FOLDER' })).toEqual(['Archive', 'Finance'])
    expect(await feed({ types: ['REPORT', 'WORKBOOK'], orderByField: 'name' })).toEqual(['alpha', 'Book', 'Zeta'])
  })

  it('searches names in any case over all folders, without the reports of workbooks', async ({ tree: { feed, archive } }) => {
    expect(await feed({ search: 'INNER', orderByField: 'name' })).toEqual(['Inner', 'Inner book', 'Inner report'])
    expect(await feed({ search: 'inner', folderId: archive.id, types: 'FOLDER' })).toEqual(['Inner'])
    expect(await feed({ search: 'Tab' })).toEqual([])
  })

  it('gives each item the fields of its kind, and to all what clients expect of a workbook', async ({ owner, folder }) => {
    const report = await givenReport(owner, { jsonQuery: '{}' })
    const { workbook } = await givenWorkbook(owner, { meta: { note: 'kept' } })

    const { items } = await owner.api.workspaceObjects({
      params: { deploymentId: owner.deploymentId },
      query: { orderByField: 'created_at' },
    })

    expect(items).toEqual([{ ...folder, meta: {}, calculatedFields: {} }, workbook, { ...report, meta: {}, calculatedFields: {} }])
  })

  it('pages over folders and the rest without a gap', async ({ tree: { owner, feed } }) => {
    const seen: string[] = []
    let after: string | null | undefined
    do {
      const { items, pageInfo } = await owner.api.workspaceObjects({
        params: owner,
        query: { first: 2, orderByField: 'name', ...(after ? { after } : {}) },
      })
      seen.push(...items.map(({ name }) => name))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after)

    expect(seen).toEqual(await feed({ orderByField: 'name' }))
    expect(await server.outcome(owner, 'workspaceObjects', { params: owner, query: { after: 'nonsense' } })).toEqual({
      status: 400,
      code: 'invalid_cursor',
    })
  })

  it('sorts by last view, folders still first, and takes no cursor then', async ({ owner }) => {
    await givenFolder(owner, { name: 'Folder' })
    const [first, second] = [await givenReport(owner, { name: 'First' }), await givenReport(owner, { name: 'Second' })]
    await givenReport(owner, { name: 'Never' })
    const params = { deploymentId: owner.deploymentId }
    for (const { id: reportId } of [second, first]) await owner.api.refreshReport({ params: { ...params, reportId } })

    expect(await feedOf(owner)({ orderByField: 'viewer_last_viewed_at' })).toEqual(['Folder', 'First', 'Second', 'Never'])
    expect(
      await server.outcome(owner, 'workspaceObjects', { params, query: { orderByField: 'viewer_last_viewed_at', after: 'x' } }),
    ).toEqual(failureOf('unpaged_order'))
  })

  it('lists shared items with their folders, without unreadable kinds', async ({ tree: { owner, finance, inner, archive } }) => {
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const foldersOnly = await givenRole(server, owner, ['DeploymentRead', 'AIBIView', 'FolderRead'])
    const deep = await givenReport(owner, { name: 'Deep', folderId: inner.id })
    await givenShareWith(server, owner, deep, reader)
    await givenShareWith(server, owner, finance, foldersOnly)

    expect(await feedOf(reader)()).toEqual(['Finance'])
    expect(await feedOf(reader)({ folderId: finance.id })).toEqual(['Inner'])
    expect(await feedOf(reader)({ folderId: inner.id })).toEqual(['Deep'])
    expect(await server.outcome(reader, 'workspaceObjects', { params: owner, query: { folderId: archive.id } })).toEqual({
      status: 404,
      code: 'folder_not_found',
    })
    expect(await feedOf(foldersOnly)({ folderId: finance.id })).toEqual(['Inner'])
  })

  it('is that of their embed tenant for creators', async ({ tree: { owner } }) => {
    const [creator, rival] = [await givenCreator(server, owner), await givenCreator(server, owner)]
    await givenFolder(creator, { name: 'Theirs' })
    await givenWorkbook(creator, { name: 'Their book' })

    expect(await feedOf(creator)()).toEqual(['Theirs', 'Their book'])
    expect(await feedOf(rival)()).toEqual([])
  })

  it('ends a page at 8 MB of documents of all kinds, and goes on behind', async ({ owner }) => {
    const meta = { text: 'x'.repeat(1_000_000) }
    for (let made = 0; made < 5; made++) {
      await givenReport(owner, { name: `Report ${made}`, meta })
      await givenWorkbook(owner, { name: `Workbook ${made}`, meta })
    }

    const first = await owner.api.workspaceObjects({ params: owner, query: { orderByField: 'name' } })
    const rest = await owner.api.workspaceObjects({ params: owner, query: { orderByField: 'name', after: first.pageInfo.endCursor ?? '' } })

    expect(first.items).toHaveLength(8)
    expect(first.pageInfo.hasNextPage).toBe(true)
    expect(rest.items.map(({ name }) => name)).toEqual(['Workbook 3', 'Workbook 4'])
  })
})

const everyone = { grantee_kind: 'all_embed_users' } as const
type SharedQuery = NonNullable<Parameters<Actor['api']['sharedWorkspaceObjects']>[0]['query']>

const sharedFeedOf =
  ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>) =>
  async (query: SharedQuery = {}) =>
    (await api.sharedWorkspaceObjects({ params: { deploymentId }, query: { orderByField: 'name', ...query } })).items.map(
      ({ name }) => name,
    )

describe('sharedWorkspaceObjects', () => {
  it('shows what is shared with all embed users or with those of the embed tenant, alike for all of them', async ({ owner, creator }) => {
    const { embedTenantName } = creator
    const viewer = await givenFrame(server, owner, { embedTenantName: embedTenantName ?? '' })
    const rival = await givenCreator(server, owner)
    const nowhere = await givenFrame(server, owner)
    const forAll = await givenReport(owner, { name: 'For all' })
    const forTenant = await givenReport(owner, { name: 'For the tenant' })
    await givenReport(owner, { name: 'For nobody' })
    await givenFolder(creator, { name: 'Of the creators' })
    await givenGrant(server, owner, forAll.id, everyone, 'view')
    await givenGrant(server, owner, forTenant.id, { grantee_kind: 'embed_tenant', embed_tenant_id: creator.embedTenantId }, 'view')
    await givenGrant(server, owner, forTenant.id, { grantee_kind: 'organisation' }, 'edit')

    for (const one of [creator, viewer]) expect(await sharedFeedOf(one)()).toEqual(['For all', 'For the tenant'])
    for (const other of [rival, nowhere, owner]) expect(await sharedFeedOf(other)()).toEqual(['For all'])
  })

  it('shows all below a shared folder, and of a shared item only the way to it', async ({ owner, frame: viewer }) => {
    const [top, middle] = await givenFolderPath(owner, 2)
    const shared = await givenReport(owner, { name: 'Shared', folderId: middle?.id ?? 0 })
    await givenReport(owner, { name: 'Its sibling', folderId: middle?.id ?? 0 })
    const folder = await givenFolder(owner, { name: 'Shared folder', position: 9 })
    await givenReport(owner, { name: 'Inside', folderId: folder.id })
    await givenGrant(server, owner, shared.id, everyone, 'view')
    await givenGrant(server, owner, folder.id, everyone, 'view')
    const hidden = await givenFolder(owner, { name: 'Hidden' })
    const feed = sharedFeedOf(viewer)

    expect(await feed()).toEqual(['Level 1', 'Shared folder'])
    expect(await feed({ folderId: top?.id ?? 0 })).toEqual(['Level 2'])
    expect(await feed({ folderId: middle?.id ?? 0 })).toEqual(['Shared'])
    expect(await feed({ folderId: folder.id })).toEqual(['Inside'])
    expect(await feed({ search: 'shared' })).toEqual(['Shared folder', 'Shared'])
    expect(
      await server.outcome(viewer, 'sharedWorkspaceObjects', {
        params: { deploymentId: owner.deploymentId },
        query: { folderId: hidden.id },
      }),
    ).toEqual({ status: 404, code: 'folder_not_found' })
  })

  it('returns published workbooks without people or drafts', async ({ owner, frame: viewer, folder }) => {
    const report = await givenReport(owner, { folderId: folder.id, meta: { chart: 'line' }, externalWorkbookId: 'secret sheet' })
    const { workbook, dashboard, params } = await givenDashboard(owner, { name: 'Published', folderId: folder.id })
    await owner.api.updateWorkbook({ params, body: { meta: { secret: 'note' } } })
    await owner.api.refreshReport({ params: { deploymentId: owner.deploymentId, reportId: report.id } })
    await givenGrant(server, owner, folder.id, everyone, 'view')

    for (const { api } of [viewer, owner]) {
      const { items } = await api.sharedWorkspaceObjects({
        params: { deploymentId: owner.deploymentId },
        query: { folderId: folder.id, orderByField: 'created_at', orderByDirection: 'ASC' },
      })
      const nobody = { id: 0, email: '' }

      expect(JSON.stringify(items)).not.toContain('@')
      expect(JSON.stringify(items)).not.toContain('secret')
      expect(items).toMatchObject([
        { id: report.id, userId: 0, user: nobody, refreshedBy: null, refreshedByUser: nobody, canEdit: false, meta: { chart: 'line' } },
        {
          id: workbook.id,
          userId: 0,
          user: nobody,
          meta: {},
          dashboardDraft: null,
          publishedDashboard: { id: dashboard.id, config: dashboard.config, fromSharedWorkspace: true },
        },
      ])
      for (const item of items) expect(item).not.toHaveProperty('createdBy')
    }
  })

  it('shows what is published to whom getDashboard shows it', async ({ owner, creator }) => {
    const viewer = await givenFrame(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const { workbook, dashboard, params } = await givenDashboard(owner)
    const dashboardPublicId = dashboard.publicId
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'embed_tenant', embed_tenant_id: creator.embedTenantId }, 'view')
    const published = async ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>) => {
      const [item] = (await api.sharedWorkspaceObjects({ params: { deploymentId } })).items
      return { id: item?.id, isShown: item?.publishedDashboard != null, hasConfig: item?.dashboardPublished != null }
    }
    const [closed, open] = [false, true].map((isShown) => ({ id: workbook.id, isShown, hasConfig: isShown }))
    const look = (who: Pick<Actor, 'key' | 'headers'>) => server.outcome(who, 'getDashboard', { params: { dashboardPublicId } })

    expect(await look(viewer)).toMatchObject({ status: 403 })
    expect(await published(viewer)).toEqual(closed)
    expect(await look(creator)).toMatchObject({ status: 200 })
    expect(await published(creator)).toEqual(open)

    await givenGrant(server, owner, workbook.id, everyone, 'view')
    expect(await published(viewer)).toEqual(open)
    await server.query('delete from content_grants where tenant_id = $1 and grantee_id = -1', [owner.tenantId])
    expect(await published(viewer)).toEqual(closed)
    await owner.api.updateEmbedAccess({ params, body: { allowEmbed: true } })
    expect(await published(viewer)).toEqual(open)
  })

  it('sorts by when it changed where it would be by view', async ({ owner, frame: viewer }) => {
    for (const name of ['First', 'Second']) {
      const { workbook } = await givenWorkbook(owner, { name })
      await givenGrant(server, owner, workbook.id, everyone, 'view')
    }

    const { items, pageInfo } = await viewer.api.sharedWorkspaceObjects({
      params: owner,
      query: { orderByField: 'viewer_last_viewed_at', first: 1 },
    })
    const query = { orderByField: 'viewer_last_viewed_at', after: pageInfo.endCursor ?? '' } as const

    expect(items.map(({ name }) => name)).toEqual(['Second'])
    expect((await viewer.api.sharedWorkspaceObjects({ params: owner, query })).items.map(({ name }) => name)).toEqual(['First'])
  })
})

describe('addFavorite', () => {
  it('marks an item of each kind for the caller alone, and once more changes nothing', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Admin' })
    const { deploymentId } = owner
    const [folder, report] = [await givenFolder(owner), await givenReport(owner)]
    const { workbook } = await givenWorkbook(owner)
    const marked = [
      { type: 'FOLDER', id: folder.id },
      { type: 'WORKBOOK', id: workbook.id },
      { type: 'REPORT', id: report.id },
    ] as const

    for (const item of [...marked, ...marked]) await owner.api.addFavorite({ params: { deploymentId, ...item } })

    const flags = async ({ api }: typeof owner) =>
      (await api.workspaceObjects({ params: { deploymentId } })).items.map(({ isFavorite }) => isFavorite)
    expect(await flags(owner)).toEqual([true, true, true])
    expect(await flags(colleague)).toEqual([false, false, false])
  })

  it('needs view: the way to something is no favourite, nor is what is of another kind', async ({ owner }) => {
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const folder = await givenFolder(owner)
    const report = await givenReport(owner, { folderId: folder.id })
    const { deploymentId } = owner
    const add = (type: 'FOLDER' | 'WORKBOOK' | 'REPORT', id: number) =>
      server.outcome(reader, 'addFavorite', { params: { deploymentId, type, id } })

    expect(await add('REPORT', report.id)).toEqual({ status: 404, code: 'report_not_found' })
    await givenShareWith(server, owner, report, reader)
    expect(await add('REPORT', report.id)).toMatchObject({ status: 204 })
    expect(await add('WORKBOOK', report.id)).toEqual({ status: 404, code: 'workbook_not_found' })
    expect(await add('FOLDER', folder.id)).toEqual({ status: 404, code: 'folder_not_found' })
  })
})

it('removeFavorite removes the favorite and succeeds without one', async ({ owner }) => {
  const { id } = await givenReport(owner)
  const { deploymentId } = owner
  const params = { deploymentId, type: 'REPORT', id } as const
  const isFavorite = async () => (await owner.api.getReport({ params: { deploymentId, reportId: id } })).isFavorite
  await owner.api.addFavorite({ params })
  expect(await isFavorite()).toBe(true)

  await owner.api.removeFavorite({ params })
  await owner.api.removeFavorite({ params })

  expect(await isFavorite()).toBe(false)
})
