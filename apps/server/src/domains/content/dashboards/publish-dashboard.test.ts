import { describe, expect } from 'vitest'
import { lazyTransaction } from '#db'
import {
  type Actor,
  changeReport,
  chartOf,
  configOf,
  givenDashboard,
  givenGrant,
  givenReportOf,
  givenRole,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  refusalOf,
  useServer,
  waitingBackends,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)
type Sent = Omit<Parameters<Actor['api']['publishDashboard']>[0]['body'], 'workbookId'>

const publisher =
  ({ api }: Pick<Actor, 'api'>, params: { deploymentId: number; workbookId: number }) =>
  (body: Sent = {}) =>
    api.publishDashboard({ params, body: { workbookId: params.workbookId, ...body } })

describe('publishDashboard', () => {
  itRefusesBodies(server, 'publishDashboard', [
    [{}, '/body/workbookId'],
    [{ workbookId: 1, allowEmbed: 'yes' }, '/body/allowEmbed'],
    [{ workbookId: 1, config: { widgets: [{ id: 'a' }] } }, '/body/config/widgets/0'],
  ])

  it('publishes the draft with a snapshot of every report it shows, in their order and each once', async ({ owner }) => {
    const { params } = await givenWorkbook(owner, { calculatedFields: { margin: { sql: 'a' } } })
    const meta = { kind: 'kpi', spec: '{}', preferences: 'none', periodComparisons: [], own: 1 }
    const first = await givenReportOf(owner, params, { name: 'First', meta })
    const second = await givenReportOf(owner, params, { name: 'Second', jsonQuery: null })
    await givenReportOf(owner, params, { name: 'Not shown' })
    const draft = configOf(chartOf(second, 'a'), chartOf(first, 'b'), chartOf(second, 'c'))
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: draft } })

    const dashboard = await publisher(owner, params)()

    expect(dashboard).toMatchObject({
      publicId: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      ...params,
      status: 'published',
      allowEmbed: false,
      title: 'Revenue',
      description: null,
      config: draft,
      versionNumber: 1,
      createdBy: await personIdOf(owner),
      restrictDataDownload: false,
    })
    expect(dashboard.reportSnapshots).toMatchObject([
      { reportId: second, name: 'Second', jsonQuery: null, meta: null, versionNumber: 1 },
      { reportId: first, name: 'First', kind: 'kpi', spec: '{}', periodComparisons: [], meta, calculatedFields: { margin: { sql: 'a' } } },
    ])
    // What has another form is in meta alone.
    expect(dashboard.reportSnapshots[1]).not.toHaveProperty('preferences')
    for (const { id, versionId } of dashboard.reportSnapshots) expect(versionId).toBe(id)
  })

  it('is frozen until it is published again, under the same public id', async ({ owner }) => {
    const { params, reportId, dashboard: first } = await givenDashboard(owner)
    const publish = publisher(owner, params)

    await changeReport(owner, reportId, '{"measures":["later"]}')
    expect((await owner.api.getWorkbook({ params })).publishedDashboard).toEqual(first)
    const second = await publish()

    expect(second).toMatchObject({ id: first.id, publicId: first.publicId, versionNumber: 2 })
    expect(second.versionId).not.toBe(first.versionId)
    expect(second.reportSnapshots).toMatchObject([{ jsonQuery: '{"measures":["later"]}', versionNumber: 2 }])
    expect(second.reportSnapshots[0]?.id).not.toBe(first.reportSnapshots[0]?.id)
  })

  it('makes no version of what is shown already, and a new one of any difference', async ({ owner }) => {
    const { params, reportId, dashboard: first } = await givenDashboard(owner)
    const publish = publisher(owner, params)

    expect(await publish()).toEqual(first)
    // Saved twice, and again what it was.
    await changeReport(owner, reportId, '{"measures":["other"]}')
    await changeReport(owner, reportId, '{"measures":["orders.revenue"]}')
    expect(await publish()).toEqual(first)
    const numbers = []
    for (const body of [{ title: 'Other' }, { description: 'About' }, { config: { ...first.config, settings: { a: -0 } } }])
      numbers.push((await publish(body)).versionNumber)
    expect((await publish({ config: { settings: { a: 0 }, ...first.config } })).versionNumber).toBe(4)
    await owner.api.updateWorkbook({ params, body: { calculatedFields: { margin: 1 } } })
    expect((await publish()).versionNumber).toBe(5)
    expect(numbers).toEqual([2, 3, 4])
    const did = await server.query<{ did: string }>(
      `select targets -> 0 ->> 'did' as did from audit_entries where tenant_id = $1 and operation = 'publishDashboard' order by at, id`,
      [owner.tenantId],
    )
    expect(did.map((entry) => entry.did).join(' ')).toBe('published unchanged unchanged published published published unchanged published')
  })

  it('publishes a sent configuration without changing the draft', async ({ owner, dashboard: { params, workbook } }) => {
    const dashboard = await publisher(owner, params)({ config: { title: 'From the configuration' }, description: 'Sent' })

    expect(dashboard).toMatchObject({ title: 'From the configuration', description: 'Sent', reportSnapshots: [] })
    expect((await owner.api.getWorkbook({ params })).dashboardDraft).toEqual(workbook.dashboardDraft)
  })

  it('keeps allowEmbed over publishes unless it is sent, with or without a new version', async ({ owner }) => {
    const { params } = await givenDashboard(owner, { allowEmbed: true })
    const publish = publisher(owner, params)

    expect(await publish({ title: 'Second' })).toMatchObject({ allowEmbed: true, versionNumber: 2 })
    expect(await publish({ title: 'Second', allowEmbed: false })).toMatchObject({ allowEmbed: false, versionNumber: 2 })
    expect(await publish({ title: 'Third', allowEmbed: true })).toMatchObject({ allowEmbed: true, versionNumber: 3 })
    expect(await publish({ title: 'Third', allowEmbed: null })).toMatchObject({ allowEmbed: true, versionNumber: 3 })
  })

  it('says which widget shows what is no report of the workbook', async ({ owner, dashboard: { params, reportId } }) => {
    const { reportId: foreign } = await givenDashboard(owner)
    const refused = (widget: Parameters<typeof configOf>[0]) => refusalOf(publisher(owner, params)({ config: configOf(widget) }))
    const { config: _none, ...nameless } = chartOf(reportId, 'sales')

    for (const refusal of [
      await refused(chartOf(foreign, 'sales')),
      await refused(nameless),
      await refused({ ...nameless, config: { reportId: String(reportId) } }),
      await refused({ ...nameless, config: { reportId: 1e300 } }),
    ])
      expect([refusal.status, refusal.code, refusal.message]).toEqual([400, 'widget_report_not_found', expect.stringContaining('"sales"')])
    expect((await refused(chartOf(foreign, 'sales'))).message).toContain(String(foreign))
    // Only charts show reports.
    expect(await publisher(owner, params)({ config: configOf({ ...nameless, type: 'TEXT' }) })).toMatchObject({ reportSnapshots: [] })
  })

  it('refuses another workbook, another dashboard, and nothing at all', async ({ owner, dashboard: { params, dashboard } }) => {
    const { params: empty } = await givenWorkbook(owner)
    const send = (of: typeof params, body: object) =>
      server.outcome(owner, 'publishDashboard', { params: of, body: { workbookId: of.workbookId, ...body } })
    const mismatch = { status: 400, code: 'dashboard_mismatch' }

    expect(await send(params, { workbookId: empty.workbookId })).toEqual(mismatch)
    expect(await send(params, { dashboardId: dashboard.id + 1 })).toEqual(mismatch)
    expect(await send(empty, { dashboardId: dashboard.id, config: configOf() })).toEqual(mismatch)
    expect(await send(params, { dashboardId: dashboard.id })).toMatchObject({ status: 200 })
    expect(await send(empty, {})).toEqual({ status: 400, code: 'nothing_to_publish' })
    expect(await send(empty, { config: configOf(chartOf(1, 'a'), chartOf(1, 'a')) })).toEqual({ status: 400, code: 'dashboard_invalid' })
    expect(await send(empty, { config: { settings: { a: 'x'.repeat(2_200_000) } } })).toEqual({ status: 400, code: 'document_too_large' })
  })

  it('refuses reports that are too large together', async ({ owner, workbook: { params } }) => {
    const ids = []
    for (let n = 0; n < 9; n++) ids.push(await givenReportOf(owner, params, { name: `R${n}`, meta: { text: 'x'.repeat(1_000_000) } }))

    const answer = publisher(owner, params)({ config: configOf(...ids.map((id) => chartOf(id))) })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'document_too_large' })
  })

  it('needs edit, and shows no report that the role may not read', async ({ owner, dashboard: { params, reportId } }) => {
    const viewer = await givenSharer(server, owner, params.workbookId, 'view')
    const blind = await givenRole(server, owner, ['DeploymentRead', 'WorkbookRead', 'WorkbookEdit'])
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'user', principal_id: await personIdOf(blind) }, 'edit')
    const send = (caller: Actor, config: object) =>
      server.outcome(caller, 'publishDashboard', { params, body: { workbookId: params.workbookId, config } })

    expect(await send(viewer, configOf())).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await send(blind, configOf(chartOf(reportId)))).toEqual({ status: 400, code: 'widget_report_not_found' })
    expect(await send(blind, configOf())).toMatchObject({ status: 200, body: { restrictDataDownload: true } })
  })

  it('waits for a concurrent change of the workbook and publishes its result', async ({ owner, dashboard: { params } }) => {
    const other = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
    const draft = JSON.stringify({ title: 'Changed meanwhile' })
    await other.db.updateTable('content_workbooks').set({ dashboard_draft: draft }).where('id', '=', params.workbookId).execute()

    const published = publisher(owner, params)()
    await expect.poll(() => waitingBackends(server.database()), { timeout: 30_000 }).toHaveLength(1)
    await other.commit()

    expect(await published).toMatchObject({ versionNumber: 2, title: 'Changed meanwhile' })
  })

  it('makes one dashboard and one version when many publish the same for the first time', async ({ owner, workbook: { params } }) => {
    const published = await Promise.all(Array.from({ length: 6 }, () => publisher(owner, params)({ config: configOf() })))

    expect(new Set(published.map(({ versionId }) => versionId)).size).toBe(1)
    expect((await owner.api.listDashboardVersions({ params })).items).toHaveLength(1)
  })

  it('numbers versions without a gap when many publish at once', async ({ owner, dashboard: { params } }) => {
    const published = await Promise.all(Array.from({ length: 6 }, (_, n) => publisher(owner, params)({ title: `Title ${n}` })))

    expect(published.map(({ versionNumber }) => versionNumber).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('works in the workspace of a creator, who is not told who published', async ({ creator }) => {
    const { dashboard } = await givenDashboard(creator)

    expect(dashboard).toMatchObject({ versionNumber: 1, reportSnapshots: [{ name: 'Revenue by month' }] })
    expect(dashboard).not.toHaveProperty('createdBy')
  })
})

const spec = { mark: 'bar', encoding: { x: { field: 'orders.status' }, y: { field: 'orders.revenue', type: 'quantitative' } } }
const loading = { ...spec, data: { url: 'https://evil.example/rows.json' } }
const notAllowed = { status: 400, code: 'chart_not_allowed' }

const keptCharts = (owner: Actor) =>
  server.query<{ report_id: string; vega: object | null; compiler: string }>(
    'select report_id, vega, compiler from dashboard_charts where tenant_id = $1 order by version_id, report_id',
    [owner.tenantId],
  )

const publishCharts = ({ api }: Actor, params: { deploymentId: number; workbookId: number }, ...reportIds: number[]) =>
  api.publishDashboard({ params, body: { workbookId: params.workbookId, config: configOf(...reportIds.map((id) => chartOf(id))) } })

/** As it was stored before charts were checked. */
const storeChart = (owner: Actor, reportId: number, chart: object) =>
  server.query('update content_reports set meta = $3 where tenant_id = $1 and id = $2', [
    owner.tenantId,
    reportId,
    JSON.stringify({ kind: 'vega', spec: chart }),
  ])

describe('charts of a dashboard', () => {
  it('are compiled when it is published, and kept with the version', async ({ owner, workbook: { params } }) => {
    const chart = await givenReportOf(owner, params, { meta: { kind: 'vega', spec: JSON.stringify(spec) } })
    const table = await givenReportOf(owner, params, { meta: { kind: 'table', spec: loading } })

    await publishCharts(owner, params, chart, table)

    const vega = expect.objectContaining({ $schema: 'https://vega.github.io/schema/vega/v6.json' }) as object
    const kept = { report_id: String(chart), vega, compiler: expect.stringContaining('vega-lite') as string }
    expect(await keptCharts(owner)).toEqual([kept])
    await publishCharts(owner, params, chart, table)
    expect(await keptCharts(owner)).toHaveLength(1)
    await publishCharts(owner, params, chart)
    expect(await keptCharts(owner)).toEqual([kept, kept])
  })

  it('are refused where a report is saved, by every way in, and nothing is stored', async ({ owner, workbook: { params } }) => {
    const { deploymentId } = params
    const meta = { kind: 'vega', spec: loading }
    const reportId = await givenReportOf(owner, params)
    const savings = [
      () => owner.api.createReport({ params: { deploymentId }, body: { meta } }),
      () => owner.api.updateReport({ params: { deploymentId, reportId }, body: { meta } }),
      () => owner.api.upsertReportByPublicId({ params: { deploymentId, publicId: 'A'.repeat(12) }, body: { meta } }),
    ]

    for (const save of savings) {
      const refusal = await refusalOf(save())
      expect(refusal).toMatchObject(notAllowed)
      expect(refusal.message).toContain('/body/meta/spec at /data')
    }
    expect((await owner.api.getReport({ params: { deploymentId, reportId } })).meta ?? null).toBeNull()
  })

  it('that were stored before charts were checked are refused when they are published', async ({ owner, workbook: { params } }) => {
    const reportId = await givenReportOf(owner, params)
    await storeChart(owner, reportId, loading)

    const refusal = await refusalOf(publishCharts(owner, params, reportId))

    expect(refusal).toMatchObject(notAllowed)
    expect(refusal.message).toContain(`report ${reportId} at /data`)
    expect(await keptCharts(owner)).toEqual([])
  })
})
