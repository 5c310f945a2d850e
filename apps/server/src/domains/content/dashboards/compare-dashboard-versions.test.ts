import { describe, expect, it } from 'vitest'
import { changeReport, chartOf, configOf, givenDashboard, givenReportOf, givenSharer, useServer } from '#test'

const server = useServer('shared')

describe('compareDashboardVersions', () => {
  it('says what differs between two versions', async () => {
    const owner = await server.admin()
    const { params, reportId } = await givenDashboard(owner)
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

  it('compares with the draft and the reports as they are now, or with nothing', async () => {
    const owner = await server.admin()
    const { params, reportId } = await givenDashboard(owner)
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

  it('does not find a version that there is not, and needs edit', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
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
