import { describe, expect } from 'vitest'
import {
  type Actor,
  changeReport,
  chartOf,
  configOf,
  givenDashboard,
  givenReportOf,
  givenSharer,
  givenWorkbook,
  itPagesByCursor,
  personIdOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const publish = (owner: Actor, params: { deploymentId: number; workbookId: number }, title: string) =>
  owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, title } })

describe('listDashboardVersions', () => {
  itPagesByCursor(server, 'listDashboardVersions', {
    fill: async (owner) => {
      const { params } = await givenDashboard(owner)
      for (const title of ['Second', 'Third']) await publish(owner, params, title)
      return { params }
    },
  })

  it('lists versions newest first with their publisher', async ({ owner, dashboard: { params, reportId, dashboard } }) => {
    const editor = await givenSharer(server, owner, params.workbookId, 'edit')
    const config = configOf(chartOf(reportId, 'a'), chartOf(reportId, 'b'))
    const second = await editor.api.publishDashboard({ params, body: { workbookId: params.workbookId, config, title: 'Second' } })

    const { items } = await owner.api.listDashboardVersions({ params })
    await owner.api.deleteUser({ params: { userId: editor.personId } })
    const [newest] = (await owner.api.listDashboardVersions({ params })).items

    expect(items).toMatchObject([
      {
        versionId: second.versionId,
        versionNumber: 2,
        title: 'Second',
        widgetCount: 2,
        reportCount: 1,
        isCurrent: true,
        publishedBy: { id: editor.personId },
      },
      {
        versionId: dashboard.versionId,
        versionNumber: 1,
        title: 'Revenue',
        isCurrent: false,
        publishedBy: { id: await personIdOf(owner) },
      },
    ])
    expect(newest?.publishedBy).toMatchObject({ id: 0, email: '' })
  })

  it('is empty where nothing was published, counts what has no widgets, and refuses a place that no list has', async ({ owner }) => {
    const { params } = await givenWorkbook(owner)
    expect((await owner.api.listDashboardVersions({ params })).items).toEqual([])

    await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, config: { widgets: null } } })

    expect((await owner.api.listDashboardVersions({ params })).items).toMatchObject([{ widgetCount: 0, reportCount: 0 }])
    const after = Buffer.from(JSON.stringify(['listDashboardVersions', Number.MAX_SAFE_INTEGER])).toString('base64url')
    expect((await owner.api.listDashboardVersions({ params, query: { after } })).items).toHaveLength(1)
  })

  it('is for editors: an older version may show what was taken out on purpose', async ({ owner, dashboard: { params } }) => {
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')

    expect(await server.outcome(viewer, 'listDashboardVersions', { params })).toEqual({ status: 403, code: 'item_access_denied' })
  })

  it('keeps the newest hundred', async ({ owner, dashboard: { params, dashboard, reportId } }) => {
    await server.query(
      `insert into dashboard_versions (tenant_id, dashboard_id, number, config, snapshots)
       select tenant_id, dashboard_id, n, config, snapshots from dashboard_versions, generate_series(2, 100) n where dashboard_id = $1`,
      [dashboard.id],
    )
    await server.query('update dashboards set version_number = 100 where id = $1', [dashboard.id])
    await changeReport(owner, reportId, '{"measures":["other"]}')

    expect(await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId } })).toMatchObject({ versionNumber: 101 })

    const { items } = await owner.api.listDashboardVersions({ params, query: { first: 1000 } })
    expect([items.length, items[0]?.versionNumber, items.at(-1)?.versionNumber]).toEqual([100, 101, 2])
  })
})

describe('compareDashboardVersions', () => {
  it('says what differs between two versions', async ({ owner, dashboard: { params, reportId } }) => {
    const added = await givenReportOf(owner, params, { name: 'Added' })
    await changeReport(owner, reportId, '{"measures":["other"]}')
    const moved = { ...chartOf(reportId), position: { x: 1, y: 0, w: 1, h: 1 } }
    const config = { ...configOf(moved, chartOf(added)), theme: { primaryColor: 'red' } }
    await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, config, title: 'Second' } })
    const compare = (from: number, to: number) => owner.api.compareDashboardVersions({ params, query: { from, to } })

    expect(await compare(1, 2)).toEqual({
      from: 1,
      to: 2,
      isSame: false,
      title: { from: 'Revenue', to: 'Second' },
      description: null,
      config: ['theme'],
      widgets: { added: [`chart-${added}`], removed: [], changed: [{ id: `chart-${reportId}`, fields: ['position'] }] },
      reports: { added: [added], removed: [], changed: [{ reportId, name: 'Revenue by month', fields: ['jsonQuery'] }] },
    })
    expect(await compare(2, 1)).toMatchObject({ widgets: { added: [], removed: [`chart-${added}`] }, reports: { removed: [added] } })
    expect(await compare(2, 2)).toMatchObject({ isSame: true, config: [] })
  })

  it('compares with the draft and the reports as they are now, or with nothing', async ({ owner, dashboard: { params, reportId } }) => {
    const compare = () => owner.api.compareDashboardVersions({ params, query: { from: 1 } })

    expect(await compare()).toMatchObject({ from: 1, to: null, isSame: true })
    await changeReport(owner, reportId, '{"measures":["other"]}')
    expect(await compare()).toMatchObject({ isSame: false, reports: { changed: [{ reportId, fields: ['jsonQuery'] }] } })
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: null } })
    expect(await compare()).toMatchObject({
      title: { from: 'Revenue', to: null },
      config: ['kind', 'title'],
      widgets: { removed: [`chart-${reportId}`] },
      reports: { removed: [reportId] },
    })
  })

  it('does not find a version that there is not, and needs edit', async ({ owner, dashboard: { params } }) => {
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')
    const send = (query: { from: number; to?: number }) => server.outcome(owner, 'compareDashboardVersions', { params, query })

    for (const query of [{ from: 2 }, { from: 1, to: 2 }, { from: 2_147_483_647 }])
      expect(await send(query)).toEqual({ status: 404, code: 'dashboard_version_not_found' })
    expect(await send({ from: 2_147_483_648 })).toEqual({ status: 400, code: 'invalid_request' })
    expect(await server.outcome(viewer, 'compareDashboardVersions', { params, query: { from: 1 } })).toEqual({
      status: 403,
      code: 'item_access_denied',
    })
  })
})

describe('restoreDashboardVersion', () => {
  it('makes a version the draft again and changes nothing that is published', async ({ owner, dashboard: { params, dashboard } }) => {
    const { workbookId } = params
    const config = configOf()
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: config } })
    await owner.api.publishDashboard({ params, body: { workbookId } })

    const restored = await owner.api.restoreDashboardVersion({ params: { ...params, versionNumber: 1 } })

    expect(restored).toEqual({ dashboardDraft: dashboard.config, dashboardPublished: config, missingReports: [] })
    expect(await owner.api.getWorkbook({ params })).toMatchObject({ dashboardDraft: dashboard.config, dashboardPublished: config })
    expect(await owner.api.publishDashboard({ params, body: { workbookId } })).toMatchObject({ versionNumber: 3, config: dashboard.config })
  })

  it('changes nothing where the draft is what the version was', async ({ owner, dashboard: { params, workbook } }) => {
    await owner.api.restoreDashboardVersion({ params: { ...params, versionNumber: 1 } })

    expect(await owner.api.getWorkbook({ params })).toEqual(workbook)
    const [entry] = (await owner.api.listAuditLogs({ query: { first: 1 } })).items
    expect(entry?.targets[0]).toEqual({ kind: 'workbook', id: String(params.workbookId), did: 'unchanged' })
  })

  it('lists reports that are gone', async ({ owner, dashboard: { params, reportId } }) => {
    await server.query('delete from content_items where id = $1', [reportId])

    const { missingReports } = await owner.api.restoreDashboardVersion({ params: { ...params, versionNumber: 1 } })

    expect(missingReports).toEqual([{ widgetId: chartOf(reportId).id, reportId }])
  })

  it('does not find a version that there is not, and needs edit', async ({ owner, dashboard: { params } }) => {
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')
    const notFound = { status: 404, code: 'dashboard_version_not_found' }

    expect(await server.outcome(owner, 'restoreDashboardVersion', { params: { ...params, versionNumber: 2 } })).toEqual(notFound)
    expect(await server.outcome(viewer, 'restoreDashboardVersion', { params: { ...params, versionNumber: 1 } })).toEqual({
      status: 403,
      code: 'item_access_denied',
    })
  })
})
