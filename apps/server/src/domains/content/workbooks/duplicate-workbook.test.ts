import { describe, expect, it } from 'vitest'
import {
  changeReport,
  chartOf,
  configOf,
  givenFolder,
  givenCreator,
  givenDashboard,
  givenFrame,
  givenGrant,
  givenReportOf,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  useServer,
} from '#test'

const server = useServer('shared')

const reportsIn = (tenantId: number, workbookId: number) =>
  server.database().query<{ id: string; name: string; json_query: string; public_id: string; owner_id: string }>(
    `select i.id, i.name, i.owner_id, r.json_query, r.public_id from content_items i join content_reports r using (tenant_id, id)
     where i.tenant_id = $1 and i.workbook_id = $2 order by i.id`,
    [tenantId, workbookId],
  )

describe('duplicateWorkbook', () => {
  itRefusesBodies(server, 'duplicateWorkbook', [[{ shared: 'yes' }, '/body/shared']])

  it('copies reports, draft and what is published, each naming the copies', async () => {
    const owner = await server.admin()
    const { params, reportId, dashboard } = await givenDashboard(owner, { name: 'Revenue', allowEmbed: true })
    const unseen = await givenReportOf(owner, params, { name: 'Not shown' })
    await owner.api.updateWorkbook({
      params,
      body: {
        slug: 'revenue',
        meta: { a: 1, dashboardDraft: configOf(chartOf(unseen), chartOf(999_999_999)) },
        calculatedFields: { margin: 1 },
      },
    })
    await changeReport(owner, reportId, '{"measures":["later"]}')
    const colleague = await givenSharer(server, owner, params.workbookId, 'view')

    const copy = await colleague.api.duplicateWorkbook({ params, body: {} })

    const [shown, other] = await reportsIn(owner.tenantId, copy.id)
    expect(copy).toMatchObject({
      name: 'Copy of Revenue',
      slug: null,
      userId: colleague.personId,
      meta: { a: 1 },
      calculatedFields: { margin: 1 },
      dashboardDraft: configOf(chartOf(Number(other?.id), `chart-${unseen}`), chartOf(999_999_999)),
    })
    expect(shown).toMatchObject({ name: 'Revenue by month', json_query: '{"measures":["later"]}', owner_id: String(colleague.personId) })
    expect(copy.publishedDashboard).toMatchObject({
      allowEmbed: false,
      versionNumber: 1,
      workbookId: copy.id,
      config: configOf(chartOf(Number(shown?.id), `chart-${reportId}`)),
      reportSnapshots: [{ reportId: Number(shown?.id), publicId: shown?.public_id, jsonQuery: '{"measures":["orders.revenue"]}' }],
    })
    expect(copy.publishedDashboard?.publicId).not.toBe(dashboard.publicId)
    expect(copy.publishedDashboard?.reportSnapshots[0]?.id).not.toBe(dashboard.reportSnapshots[0]?.id)
    expect(await owner.api.getWorkbook({ params })).toMatchObject({ publishedDashboard: { versionNumber: 1, allowEmbed: true } })
  })

  it('copies no grants, and lies beside the source only where the caller may edit that folder', async () => {
    const owner = await server.admin()
    const folderId = (await givenFolder(owner)).id
    const { params } = await givenWorkbook(owner, { folderId })
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'organisation' }, 'edit')
    const [viewer, editor] = [await givenSharer(server, owner, folderId, 'view'), await givenSharer(server, owner, folderId, 'edit')]
    const stranger = await server.colleague(owner, { role: 'Explorer' })

    const atRoot = await viewer.api.duplicateWorkbook({ params, body: {} })
    const beside = await editor.api.duplicateWorkbook({ params, body: {} })

    expect([atRoot.folderId, beside.folderId]).toEqual([null, folderId])
    const seen = { params: { ...params, workbookId: atRoot.id } }
    expect(await server.outcome(stranger, 'getWorkbook', seen)).toEqual({ status: 404, code: 'workbook_not_found' })
  })

  it('cuts a long name by characters, and takes no body as an empty one', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner, { name: '🦉'.repeat(255) })

    const answer = await server.request(owner, `/api/v1/deployments/${params.deploymentId}/workbooks/${params.workbookId}/duplicate`, {
      method: 'POST',
    })

    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { name: string }).name).toBe(`Copy of ${'🦉'.repeat(247)}`)
  })

  it('is not found by whoever may not see the source', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const stranger = await server.colleague(owner, { role: 'Explorer' })

    expect(await server.outcome(stranger, 'duplicateWorkbook', { params, body: {} })).toEqual({ status: 404, code: 'workbook_not_found' })
  })
})

describe('duplicateWorkbook from the shared workspace', () => {
  it('builds a workbook of the creator from what is published alone', async () => {
    const owner = await server.admin()
    const { params, reportId, dashboard } = await givenDashboard(owner, { name: 'Revenue' })
    await changeReport(owner, reportId, '{"measures":["later"]}')
    await owner.api.updateWorkbook({ params, body: { meta: { secret: 'of the console' } } })
    const creator = await givenCreator(server, owner)
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'embed_tenant', embed_tenant_id: creator.embedTenantId }, 'view')

    const copy = await creator.api.duplicateWorkbook({ params, body: { shared: true } })

    const [report, ...others] = await reportsIn(owner.tenantId, copy.id)
    const config = configOf(chartOf(Number(report?.id), `chart-${reportId}`))
    expect(others).toEqual([])
    expect(report).toMatchObject({ name: 'Revenue by month', json_query: '{"measures":["orders.revenue"]}' })
    expect(copy).toMatchObject({ name: 'Copy of Revenue', folderId: null, dashboardDraft: config, meta: { dashboardDraft: config } })
    expect(copy.meta).not.toHaveProperty('secret')
    expect(copy.publishedDashboard).toMatchObject({ config, allowEmbed: false, versionNumber: 1 })
    expect(copy.publishedDashboard?.publicId).not.toBe(dashboard.publicId)
    expect(await creator.api.getWorkbook({ params: { ...params, workbookId: copy.id } })).toEqual(copy)
    expect(await server.outcome(owner, 'getWorkbook', { params: { ...params, workbookId: copy.id } })).toMatchObject({ status: 404 })
  })

  it('is for creators, over what is shared with them and published', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const creator = await givenCreator(server, owner)
    const visitor = await givenFrame(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const send = (caller: { headers: Record<string, string>; key: string }, shared = true) =>
      server.outcome(caller, 'duplicateWorkbook', { params, body: { shared } })

    expect(await send(owner)).toEqual({ status: 403, code: 'creator_mode_only' })
    expect(await send(visitor)).toEqual({ status: 403, code: 'forbidden' })
    expect(await send(creator)).toEqual({ status: 404, code: 'workbook_not_found' })
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
    expect(await send(creator)).toEqual({ status: 400, code: 'dashboard_not_published' })
    expect(await send(creator, false)).toEqual({ status: 404, code: 'workbook_not_found' })
  })
})
