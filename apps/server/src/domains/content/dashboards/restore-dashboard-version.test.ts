import { describe, expect, it } from 'vitest'
import { chartOf, configOf, givenDashboard, givenSharer, useServer } from '#test'

const server = useServer('shared')

describe('restoreDashboardVersion', () => {
  it('makes a version the draft again and changes nothing that is published', async () => {
    const owner = await server.admin()
    const { params, dashboard } = await givenDashboard(owner)
    const { workbookId } = params
    const config = configOf()
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: config } })
    await owner.api.publishDashboard({ params, body: { workbookId } })

    const restored = await owner.api.restoreDashboardVersion({ params: { ...params, versionNumber: 1 } })

    expect(restored).toEqual({ dashboardDraft: dashboard.config, dashboardPublished: config, missingReports: [] })
    expect(await owner.api.getWorkbook({ params })).toMatchObject({ dashboardDraft: dashboard.config, dashboardPublished: config })
    expect(await owner.api.publishDashboard({ params, body: { workbookId } })).toMatchObject({ versionNumber: 3, config: dashboard.config })
  })

  it('changes nothing where the draft is what the version was', async () => {
    const owner = await server.admin()
    const { params, workbook } = await givenDashboard(owner)

    await owner.api.restoreDashboardVersion({ params: { ...params, versionNumber: 1 } })

    expect(await owner.api.getWorkbook({ params })).toEqual(workbook)
    const [entry] = (await owner.api.listAuditLogs({ query: { first: 1 } })).items
    expect(entry?.targets[0]).toEqual({ kind: 'workbook', id: String(params.workbookId), did: 'unchanged' })
  })

  it('lists reports that are gone', async () => {
    const owner = await server.admin()
    const { params, reportId } = await givenDashboard(owner)
    await server.database().query('delete from content_items where id = $1', [reportId])

    const { missingReports } = await owner.api.restoreDashboardVersion({ params: { ...params, versionNumber: 1 } })

    expect(missingReports).toEqual([{ widgetId: chartOf(reportId).id, reportId }])
  })

  it('does not find a version that there is not, and needs edit', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')
    const notFound = { status: 404, code: 'dashboard_version_not_found' }

    expect(await server.outcome(owner, 'restoreDashboardVersion', { params: { ...params, versionNumber: 2 } })).toEqual(notFound)
    expect(await server.outcome(viewer, 'restoreDashboardVersion', { params: { ...params, versionNumber: 1 } })).toEqual({
      status: 403,
      code: 'item_access_denied',
    })
  })
})
