import { describe, expect, it } from 'vitest'
import {
  type Actor,
  changeReport,
  chartOf,
  configOf,
  givenDashboard,
  givenSharer,
  givenWorkbook,
  itPagesByCursor,
  personIdOf,
  useServer,
} from '#test'

const server = useServer('shared')

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

  it('shows who published what and when, the newest first, one of them current', async () => {
    const owner = await server.admin()
    const { params, reportId, dashboard } = await givenDashboard(owner)
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

  it('is empty where nothing was published, counts what has no widgets, and refuses a place that no list has', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    expect((await owner.api.listDashboardVersions({ params })).items).toEqual([])

    await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, config: { widgets: null } } })

    expect((await owner.api.listDashboardVersions({ params })).items).toMatchObject([{ widgetCount: 0, reportCount: 0 }])
    const after = Buffer.from(JSON.stringify(['listDashboardVersions', Number.MAX_SAFE_INTEGER])).toString('base64url')
    expect((await owner.api.listDashboardVersions({ params, query: { after } })).items).toHaveLength(1)
  })

  it('is for editors: an older version may show what was taken out on purpose', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')

    expect(await server.outcome(viewer, 'listDashboardVersions', { params })).toEqual({ status: 403, code: 'item_access_denied' })
  })

  it('keeps the newest hundred', async () => {
    const owner = await server.admin()
    const { params, dashboard, reportId } = await givenDashboard(owner)
    await server.database().query(
      `insert into dashboard_versions (tenant_id, dashboard_id, number, config, snapshots)
       select tenant_id, dashboard_id, n, config, snapshots from dashboard_versions, generate_series(2, 100) n where dashboard_id = $1`,
      [dashboard.id],
    )
    await server.database().query('update dashboards set version_number = 100 where id = $1', [dashboard.id])
    await changeReport(owner, reportId, '{"measures":["other"]}')

    expect(await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId } })).toMatchObject({ versionNumber: 101 })

    const { items } = await owner.api.listDashboardVersions({ params, query: { first: 1000 } })
    expect([items.length, items[0]?.versionNumber, items.at(-1)?.versionNumber]).toEqual([100, 101, 2])
  })
})
