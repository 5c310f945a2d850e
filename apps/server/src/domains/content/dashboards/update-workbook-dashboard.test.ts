import { describe, expect, it } from 'vitest'
import { chartOf, configOf, givenCreator, givenDashboard, givenSharer, givenWorkbook, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

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

  it('replaces the draft, keeps it when nothing is sent, and removes it by null; what is published stays', async () => {
    const owner = await server.admin()
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

  it('refuses what cannot be used, as every way to write a draft does', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const send = (dashboardDraft: object) => server.outcome(owner, 'updateWorkbookDashboard', { params, body: { dashboardDraft } })

    expect(await send(configOf(chartOf(1, 'a'), chartOf(1, 'a')))).toEqual({ status: 400, code: 'dashboard_invalid' })
    expect(await send({ kind: 'APP', app: { entry: 'toString', files: {} } })).toEqual({ status: 400, code: 'dashboard_invalid' })
    expect(await send({ app: { html: 'x'.repeat(2_200_000) } })).toEqual({ status: 400, code: 'document_too_large' })
    expect(await send({ widgets: Array.from({ length: 501 }, (_, n) => chartOf(1, `w${n}`)) })).toEqual({
      status: 400,
      code: 'invalid_request',
    })
    expect(await send({ widgets: Array.from({ length: 500 }, (_, n) => chartOf(1, `w${n}`)) })).toMatchObject({ status: 200 })
  })

  it('needs edit, in the console and among creators', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')
    const editor = await givenSharer(server, owner, params.workbookId, 'edit')
    const creator = await givenCreator(server, owner)
    const own = await givenWorkbook(creator)
    const body = { dashboardDraft: configOf() }

    expect(await server.outcome(viewer, 'updateWorkbookDashboard', { params, body })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(editor, 'updateWorkbookDashboard', { params, body })).toMatchObject({ status: 200 })
    expect(await server.outcome(creator, 'updateWorkbookDashboard', { params, body })).toEqual({ status: 404, code: 'workbook_not_found' })
    expect(await server.outcome(creator, 'updateWorkbookDashboard', { params: own.params, body })).toMatchObject({ status: 200 })
  })
})
