import { describe, expect } from 'vitest'
import {
  type Actor,
  chartOf,
  configOf,
  givenGrant,
  givenReportOf,
  givenSession,
  givenWorkbook,
  refusalOf,
  useServer,
  waitingBackends,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('setup', ({ owner }) => givenChart(owner))
const chart = { mark: 'bar', encoding: { x: { field: 'orders.status' } } }
const changed = { mark: 'line', encoding: { x: { field: 'orders.status' } } }
const metaOf = (spec: object | string) => ({ kind: 'vega', spec })

const givenChart = async (owner: Actor) => {
  const { params } = await givenWorkbook(owner)
  const reportId = await givenReportOf(owner, params, { meta: metaOf(chart) })
  const publish = () =>
    owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, config: configOf(chartOf(reportId)), allowEmbed: true } })
  return { params, reportId, publish }
}

/** Lets `change` happen after the charts were compiled and before the workbook is held. */
const changeBeforeHeld = async <T>(workbookId: number, flight: () => Promise<T>, change: () => Promise<unknown>): Promise<T> => {
  const { query } = server.database()
  await query('begin')
  try {
    await query('select id from content_workbooks where id = $1 for update', [workbookId])
    const flying = flight()
    await expect
      .poll(
        async () => {
          await query('select pg_stat_clear_snapshot()')
          return waitingBackends({ query })
        },
        { interval: 5, timeout: 30_000 },
      )
      .toHaveLength(1)
    await change()
    await query('commit')
    return await flying
  } finally {
    await query('rollback')
  }
}

const chartsKept = (owner: Actor) =>
  server.query<{ report_id: string; vega: object }>('select report_id, vega from dashboard_charts where tenant_id = $1', [owner.tenantId])

describe('publishing at the moment of something else', () => {
  it('does not keep the chart of an older report', async ({ owner, setup: { params, reportId, publish } }) => {
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
    const { query } = server.database()

    const { publicId } = await changeBeforeHeld(params.workbookId, publish, () =>
      query('update content_reports set meta = $3 where tenant_id = $1 and id = $2', [
        owner.tenantId,
        reportId,
        JSON.stringify(metaOf(changed)),
      ]),
    )

    expect(await chartsKept(owner)).toEqual([])
    const { sessionId } = await givenSession(owner)
    const { charts, dashboard } = await server.anonymous(owner).bootstrapDashboard({ body: { sessionId, dashboardPublicId: publicId } })
    expect(dashboard.reportSnapshots?.[0]?.meta).toEqual(metaOf(changed))
    expect(JSON.stringify(charts[0]?.vega)).toContain('"type":"line"')
    expect(await chartsKept(owner)).toHaveLength(1)
  })

  it('is refused where its report went meanwhile', async ({ owner, setup: { params, reportId, publish } }) => {
    const { query } = server.database()

    const refusal = await changeBeforeHeld(
      params.workbookId,
      () => refusalOf(publish()),
      () => query('delete from content_items where tenant_id = $1 and id = $2', [owner.tenantId, reportId]),
    )

    expect(refusal).toMatchObject({ status: 400, code: 'widget_report_not_found' })
  })

  it('makes one version of many that publish the same at once, with its charts', async ({ owner, setup: { publish } }) => {
    const all = await Promise.all(Array.from({ length: 5 }, publish))

    expect(new Set(all.map(({ versionNumber }) => versionNumber))).toEqual(new Set([1]))
    expect(await chartsKept(owner)).toHaveLength(1)
  })
})

describe('a chart that could not be stored', () => {
  it.each([
    ['a NUL', String.raw`{"mark":"bar","title":"\u0000"}`],
    ['half of a character', String.raw`{"mark":"bar","title":"\ud83d"}`],
  ])('is refused where it is saved: one with %s in its text', async (_, spec) => {
    const owner = await server.admin()
    const { deploymentId } = owner

    const refusal = await refusalOf(owner.api.createReport({ params: { deploymentId }, body: { meta: metaOf(spec) } }))

    expect(refusal).toMatchObject({ status: 400, code: 'chart_not_allowed' })
  })

  it('is refused when it is published: one whose numbers are written out in full', async ({ owner, workbook: { params } }) => {
    const spec = JSON.stringify({ mark: 'bar', data: { values: Array.from({ length: 13_900 }, () => 1e300) } })
    const reportId = await givenReportOf(owner, params, { meta: metaOf(spec) })
    const body = { workbookId: params.workbookId, config: configOf(chartOf(reportId)) }

    expect(await refusalOf(owner.api.publishDashboard({ params, body }))).toMatchObject({ status: 400, code: 'chart_not_allowed' })
  })
})
