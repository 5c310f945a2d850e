import type { DashboardConfig, publishDashboard as contract } from '@facet/contract'
import type { ChangingContext, Handler, Input } from '#context'
import type { Db } from '#db'
import { chartNotAllowed, compileCharts, type CompiledCharts, keepCharts, keptChart, type KeptChart } from '#domains/content/charts'
import type { ItemAccess } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { chartsOf, reportsShown } from './chart-reports.ts'
import { requireUsableConfig } from './config-rules.ts'
import { findDashboardHead } from './dashboard-queries.ts'
import { dashboardView } from './dashboard-view.ts'
import { getDraft, lockDraft } from './draft-queries.ts'
import { requireEditedWorkbook } from './edited-workbook.ts'
import { publishVersion } from './publish-version.ts'
import { readSnapshots } from './snapshot-queries.ts'
import type { Snapshot } from './snapshot-rules.ts'

const requireReports = (workbookId: number, config: DashboardConfig, snapshots: Snapshot[]): void => {
  const found = new Set(snapshots.map(({ reportId }) => reportId))
  for (const { widgetId, reportId } of chartsOf(config)) {
    if (reportId === null)
      throw new Failure(
        'widget_report_not_found',
        `Widget "${widgetId}" is a CHART and names no report. Set its \`config.reportId\` to the id of one of workbook ${workbookId}.`,
      )
    if (!found.has(reportId))
      throw new Failure(
        'widget_report_not_found',
        `Widget "${widgetId}" shows report ${reportId}, which is no report of workbook ${workbookId}. Create the report in this workbook first.`,
      )
  }
}

/** The request repeats what its path says, and may name the dashboard that it is about. */
const requireSameDashboard = async (
  db: Db,
  access: ItemAccess<'workbook'>,
  body: { workbookId: number; dashboardId?: number | null },
): Promise<void> => {
  const { itemId } = access
  if (body.workbookId !== itemId)
    throw new Failure('dashboard_mismatch', `The path names workbook ${itemId} and \`workbookId\` is ${body.workbookId}. Send the same.`)
  if (body.dashboardId == null) return
  const dashboard = await findDashboardHead(db, access)
  if (dashboard?.id !== body.dashboardId)
    throw new Failure(
      'dashboard_mismatch',
      `Workbook ${itemId} ${dashboard ? `has the dashboard ${dashboard.id}` : 'has no dashboard yet'}, and \`dashboardId\` is ${body.dashboardId}. Leave it out.`,
    )
}

type Publish = Input<typeof contract>

/** The charts that are shown, as they are before the dashboard is held: compiled while no transaction is open. */
const compileShown = async ({ params, body }: Publish, context: ChangingContext): Promise<CompiledCharts> => {
  const reports = await context.read(async (db) => {
    const access = await requireEditedWorkbook({ ...context, db }, params)
    if (body.config) requireUsableConfig(body.config, '/body/config')
    const config = body.config ?? (await getDraft(db, access)).draft
    return config ? readSnapshots({ ...context, db }, access, reportsShown(config), {}) : []
  })
  return compileCharts(context, reports)
}

/** A chart that was changed meanwhile was checked when it was saved, and is compiled by whoever looks at it first. */
const requireDrawable = (snapshots: readonly Snapshot[], compiled: CompiledCharts): KeptChart[] =>
  snapshots.flatMap((snapshot) => {
    const chart = compiled.of(snapshot)
    if (!chart) return []
    if ('problem' in chart) throw chartNotAllowed(`The chart of report ${snapshot.reportId}`, chart.problem)
    return [keptChart(snapshot.reportId, chart)]
  })

export const publishDashboard: Handler<typeof contract> = async (input, context) => {
  const { params, body } = input
  const compiled = await compileShown(input, context)
  return context.effect(async (db) => {
    const access = await requireEditedWorkbook({ ...context, db }, params)
    const { draft, calculatedFields } = await lockDraft(db, access)
    await requireSameDashboard(db, access, body)
    const config = body.config ?? draft
    if (!config)
      throw new Failure('nothing_to_publish', `Workbook ${access.itemId} has no draft of a dashboard. Save one first, or send \`config\`.`)
    const snapshots = await readSnapshots({ ...context, db }, access, reportsShown(config), calculatedFields)
    requireReports(access.itemId, config, snapshots)
    const charts = requireDrawable(snapshots, compiled)
    const texts = { title: body.title ?? config.title ?? null, description: body.description ?? config.description ?? null }
    const { dashboard, did } = await publishVersion(db, access, { ...texts, config, snapshots }, body.allowEmbed ?? null)
    const version = { tenantId: access.tenantId, versionId: dashboard.version_id }
    if (did === 'published') await keepCharts(db, version, context.charts.version, charts)
    return audited(dashboardView(dashboard, access), [
      { kind: 'dashboard', id: dashboard.id, did },
      { kind: 'workbook', id: access.itemId },
      { kind: 'deployment', id: access.deploymentId },
    ])
  })
}
