import { describe, expect, it } from 'vitest'
import { type Actor, chartOf, configOf, givenReportOf, givenWorkbook, refusalOf, useServer } from '#test'

const server = useServer('shared')
const spec = { mark: 'bar', encoding: { x: { field: 'orders.status' }, y: { field: 'orders.revenue', type: 'quantitative' } } }
const loading = { ...spec, data: { url: 'https://evil.example/rows.json' } }
const notAllowed = { status: 400, code: 'chart_not_allowed' }

const keptCharts = (owner: Actor) =>
  server
    .database()
    .query<{ report_id: string; vega: object | null; compiler: string }>(
      'select report_id, vega, compiler from dashboard_charts where tenant_id = $1 order by version_id, report_id',
      [owner.tenantId],
    )

const publish = ({ api }: Actor, params: { deploymentId: number; workbookId: number }, ...reportIds: number[]) =>
  api.publishDashboard({ params, body: { workbookId: params.workbookId, config: configOf(...reportIds.map((id) => chartOf(id))) } })

/** As it was stored before charts were checked. */
const storeChart = (owner: Actor, reportId: number, chart: object) =>
  server
    .database()
    .query('update content_reports set meta = $3 where tenant_id = $1 and id = $2', [
      owner.tenantId,
      reportId,
      JSON.stringify({ kind: 'vega', spec: chart }),
    ])

describe('charts of a dashboard', () => {
  it('are compiled when it is published, and kept with the version', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const chart = await givenReportOf(owner, params, { meta: { kind: 'vega', spec: JSON.stringify(spec) } })
    const table = await givenReportOf(owner, params, { meta: { kind: 'table', spec: loading } })

    await publish(owner, params, chart, table)

    const vega = expect.objectContaining({ $schema: 'https://vega.github.io/schema/vega/v6.json' }) as object
    const kept = { report_id: String(chart), vega, compiler: expect.stringContaining('vega-lite') as string }
    expect(await keptCharts(owner)).toEqual([kept])
    await publish(owner, params, chart, table)
    expect(await keptCharts(owner)).toHaveLength(1)
    await publish(owner, params, chart)
    expect(await keptCharts(owner)).toEqual([kept, kept])
  })

  it('are refused where a report is saved, by every way in, and nothing is stored', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
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

  it('that were stored before charts were checked are refused when they are published', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const reportId = await givenReportOf(owner, params)
    await storeChart(owner, reportId, loading)

    const refusal = await refusalOf(publish(owner, params, reportId))

    expect(refusal).toMatchObject(notAllowed)
    expect(refusal.message).toContain(`report ${reportId} at /data`)
    expect(await keptCharts(owner)).toEqual([])
  })
})
