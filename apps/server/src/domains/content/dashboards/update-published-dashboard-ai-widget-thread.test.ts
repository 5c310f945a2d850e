import { describe, expect, it } from 'vitest'
import { type Actor, aiWidget, chartOf, configOf, givenDashboard, givenSharer, givenWorkbook, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

const givenAsking = async (owner: Actor) => {
  const { params } = await givenWorkbook(owner)
  const config = configOf(aiWidget('summary'), { ...aiWidget('other'), type: 'TEXT' })
  await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: config } })
  await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId } })
  return params
}

const summaryOf = (config: { widgets?: { id: string; config?: Record<string, unknown> | null }[] | null } | null | undefined) =>
  config?.widgets?.find(({ id }) => id === 'summary')?.config

describe('updatePublishedDashboardAiWidgetThread', () => {
  itRefusesBodies(server, 'updatePublishedDashboardAiWidgetThread', [
    [{ threadId: 'a' }, '/body/widgetId'],
    [{ widgetId: 'a', threadId: '' }, '/body/threadId'],
  ])

  it('ties the widget to a thread in the current version and in the draft, without a new version', async () => {
    const owner = await server.admin()
    const params = await givenAsking(owner)
    const tie = (body: { threadId: string; checksum?: string }) =>
      owner.api.updatePublishedDashboardAiWidgetThread({ params, body: { widgetId: 'summary', ...body } })

    const tied = await tie({ threadId: 'one', checksum: 'abc' })
    expect(tied.versionNumber).toBe(1)
    expect(summaryOf(tied.config)).toEqual({ prompt: 'What changed?', threadId: 'one', checksum: 'abc' })
    await tie({ threadId: 'two' })

    const { publishedDashboard, dashboardDraft } = await owner.api.getWorkbook({ params })
    for (const config of [publishedDashboard?.config, dashboardDraft])
      expect(summaryOf(config)).toEqual({ prompt: 'What changed?', threadId: 'two' })
    // The next publish keeps it: nothing differs.
    expect(await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId } })).toMatchObject({ versionNumber: 1 })
  })

  it('leaves a draft without that widget alone', async () => {
    const owner = await server.admin()
    const params = await givenAsking(owner)
    const draft = configOf({ ...aiWidget('summary'), type: 'TEXT' })
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: draft } })

    await owner.api.updatePublishedDashboardAiWidgetThread({ params, body: { widgetId: 'summary', threadId: 'one' } })

    expect((await owner.api.getWorkbook({ params })).dashboardDraft).toEqual(draft)
  })

  it('finds AI widgets of what is published alone, and needs edit', async () => {
    const owner = await server.admin()
    const params = await givenAsking(owner)
    const { params: unpublished } = await givenWorkbook(owner, { meta: { dashboardDraft: configOf(aiWidget('summary')) } })
    const { params: charts, reportId } = await givenDashboard(owner)
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')
    const send = (caller: Actor, of: typeof params, widgetId: string) =>
      server.outcome(caller, 'updatePublishedDashboardAiWidgetThread', { params: of, body: { widgetId, threadId: 'one' } })

    expect(await send(owner, params, 'other')).toEqual({ status: 404, code: 'widget_not_found' })
    expect(await send(owner, charts, chartOf(reportId).id)).toEqual({ status: 404, code: 'widget_not_found' })
    expect(await send(owner, unpublished, 'summary')).toEqual({ status: 400, code: 'dashboard_not_published' })
    expect(await send(viewer, params, 'summary')).toEqual({ status: 403, code: 'item_access_denied' })
  })
})
