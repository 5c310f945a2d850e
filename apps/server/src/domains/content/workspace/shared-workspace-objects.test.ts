import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenDashboard,
  givenFolder,
  givenFolderPath,
  givenFrame,
  givenGrant,
  givenReport,
  givenWorkbook,
  useServer,
} from '#test'

const server = useServer('shared')
const everyone = { grantee_kind: 'all_embed_users' } as const

type Query = NonNullable<Parameters<Actor['api']['sharedWorkspaceObjects']>[0]['query']>

const feedOf =
  ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>) =>
  async (query: Query = {}) =>
    (await api.sharedWorkspaceObjects({ params: { deploymentId }, query: { orderByField: 'name', ...query } })).items.map(
      ({ name }) => name,
    )

describe('sharedWorkspaceObjects', () => {
  it('shows what is shared with all embed users or with those of the embed tenant, alike for all of them', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
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

    for (const one of [creator, viewer]) expect(await feedOf(one)()).toEqual(['For all', 'For the tenant'])
    for (const other of [rival, nowhere, owner]) expect(await feedOf(other)()).toEqual(['For all'])
  })

  it('shows all below a shared folder, and of a shared item only the way to it', async () => {
    const owner = await server.admin()
    const viewer = await givenFrame(server, owner)
    const [top, middle] = await givenFolderPath(owner, 2)
    const shared = await givenReport(owner, { name: 'Shared', folderId: middle?.id ?? 0 })
    await givenReport(owner, { name: 'Its sibling', folderId: middle?.id ?? 0 })
    const folder = await givenFolder(owner, { name: 'Shared folder', position: 9 })
    await givenReport(owner, { name: 'Inside', folderId: folder.id })
    await givenGrant(server, owner, shared.id, everyone, 'view')
    await givenGrant(server, owner, folder.id, everyone, 'view')
    const hidden = await givenFolder(owner, { name: 'Hidden' })
    const feed = feedOf(viewer)

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

  it('names nobody, and shows of a workbook what is published and not what is being worked on', async () => {
    const owner = await server.admin()
    const viewer = await givenFrame(server, owner)
    const folder = await givenFolder(owner)
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

  it('shows what is published to whom getDashboard shows it', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
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
    await server.database().query('delete from content_grants where tenant_id = $1 and grantee_id = -1', [owner.tenantId])
    expect(await published(viewer)).toEqual(closed)
    await owner.api.updateEmbedAccess({ params, body: { allowEmbed: true } })
    expect(await published(viewer)).toEqual(open)
  })

  it('sorts by when it changed where it would be by view', async () => {
    const owner = await server.admin()
    const viewer = await givenFrame(server, owner)
    for (const name of ['First', 'Second']) {
      const { workbook } = await givenWorkbook(owner, { name })
      await givenGrant(server, owner, workbook.id, everyone, 'view')
    }
    const params = { deploymentId: owner.deploymentId }

    const { items, pageInfo } = await viewer.api.sharedWorkspaceObjects({
      params,
      query: { orderByField: 'viewer_last_viewed_at', first: 1 },
    })
    const query = { orderByField: 'viewer_last_viewed_at', after: pageInfo.endCursor ?? '' } as const

    expect(items.map(({ name }) => name)).toEqual(['Second'])
    expect((await viewer.api.sharedWorkspaceObjects({ params, query })).items.map(({ name }) => name)).toEqual(['First'])
  })
})
