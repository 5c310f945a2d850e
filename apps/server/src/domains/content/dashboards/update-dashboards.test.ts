import { describe, expect } from 'vitest'
import {
  type Actor,
  aiWidget,
  chartOf,
  configOf,
  failureOf,
  givenDashboard,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('params', ({ owner }) => givenAsking(owner))

describe('updateWorkbookDashboard', () => {
  itRefusesBodies(server, 'updateWorkbookDashboard', [
    [
      { dashboardDraft: { widgets: [{ id: '', type: 'TEXT', position: { x: 0, y: 0, w: 1, h: 1 } }] } },
      '/body/dashboardDraft/widgets/0/id',
    ],
    [
      { dashboardDraft: { widgets: [{ id: 'a', type: 'PIE', position: { x: 0, y: 0, w: 1, h: 1 } }] } },
      '/body/dashboardDraft/widgets/0/type',
    ],
    [{ dashboardDraft: { theme: { fontFamily: 1 } } }, '/body/dashboardDraft/theme'],
  ])

  it('replaces the draft, keeps it when nothing is sent, and removes it by null; what is published stays', async ({ owner }) => {
    const { params, dashboard } = await givenDashboard(owner)
    const draft = { ...configOf(chartOf(404)), unlisted: { kept: true }, app: { files: { 'a.html': '<p>' }, entry: 'a.html' } }
    const update = (dashboardDraft?: object | null) =>
      owner.api.updateWorkbookDashboard({ params, body: dashboardDraft === undefined ? {} : { dashboardDraft } })

    expect(await update(draft)).toEqual({ dashboardDraft: draft, dashboardPublished: dashboard.config })
    expect(await update()).toEqual({ dashboardDraft: draft, dashboardPublished: dashboard.config })
    expect(await owner.api.getWorkbook({ params })).toMatchObject({ meta: { dashboardDraft: draft }, dashboardDraft: draft })
    expect(await update(null)).toEqual({ dashboardDraft: null, dashboardPublished: dashboard.config })
    expect((await owner.api.getWorkbook({ params })).meta).toEqual({})
  })

  it('refuses what cannot be used, as every way to write a draft does', async ({ owner, workbook: { params } }) => {
    const send = (dashboardDraft: object) => server.outcome(owner, 'updateWorkbookDashboard', { params, body: { dashboardDraft } })

    expect(await send(configOf(chartOf(1, 'a'), chartOf(1, 'a')))).toEqual({ status: 400, code: 'dashboard_invalid' })
    expect(await send({ kind: 'APP', app: { entry: 'toString', files: {} } })).toEqual({ status: 400, code: 'dashboard_invalid' })
    expect(await send({ app: { html: 'x'.repeat(2_200_000) } })).toEqual({ status: 400, code: 'document_too_large' })
    expect(await send({ widgets: Array.from({ length: 501 }, (_, n) => chartOf(1, `w${n}`)) })).toEqual(failureOf('invalid_request'))
    expect(await send({ widgets: Array.from({ length: 500 }, (_, n) => chartOf(1, `w${n}`)) })).toMatchObject({ status: 200 })
  })

  it('needs edit, in the console and among creators', async ({ owner, workbook: { params }, creator }) => {
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')
    const editor = await givenSharer(server, owner, params.workbookId, 'edit')
    const own = await givenWorkbook(creator)
    const body = { dashboardDraft: configOf() }

    expect(await server.outcome(viewer, 'updateWorkbookDashboard', { params, body })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(editor, 'updateWorkbookDashboard', { params, body })).toMatchObject({ status: 200 })
    expect(await server.outcome(creator, 'updateWorkbookDashboard', { params, body })).toEqual({ status: 404, code: 'workbook_not_found' })
    expect(await server.outcome(creator, 'updateWorkbookDashboard', { params: own.params, body })).toMatchObject({ status: 200 })
  })
})

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

  it('ties the widget to a thread in the current version and in the draft, without a new version', async ({ owner, params }) => {
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

  it('leaves a draft without that widget alone', async ({ owner, params }) => {
    const draft = configOf({ ...aiWidget('summary'), type: 'TEXT' })
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: draft } })

    await owner.api.updatePublishedDashboardAiWidgetThread({ params, body: { widgetId: 'summary', threadId: 'one' } })

    expect((await owner.api.getWorkbook({ params })).dashboardDraft).toEqual(draft)
  })

  it('finds AI widgets of what is published alone, and needs edit', async ({ owner, params }) => {
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
