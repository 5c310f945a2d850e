import type { Client } from '@facet/client'
import type { DashboardConfig, DashboardWidget } from '@facet/contract'
import type { Installation } from '../../../harness/installation.ts'
import type { Aim, ReportSpec, WidgetAttack, WidgetSpec } from './attack.ts'
import { brokenMember } from './engine.ts'
import { markup } from './text-attacks.ts'

export type Board = { publicId: string; versionId: number }

export type Authoring = { api: Client; installation: Installation; deploymentId: number; aim: Aim }

const plainChart = {
  mark: 'bar',
  encoding: { x: { field: 'orders.status', type: 'nominal' }, y: { field: 'orders.count', type: 'quantitative' } },
}

const queryOf = ({ dimensions = ['orders.status'] }: Pick<ReportSpec, 'dimensions'>): string =>
  JSON.stringify({ dimensions, measures: ['orders.count'] })

const saveReport = async ({ api, deploymentId }: Authoring, workbookId: number, name: string, report: ReportSpec): Promise<number> => {
  const spec = report.isRefused ? plainChart : report.spec
  const meta = report.kind === 'table' ? null : { kind: report.kind, spec }
  return (await api.createReport({ params: { deploymentId }, body: { name, workbookId, jsonQuery: queryOf(report), meta } })).id
}

const placed = (id: string, at: number, type: DashboardWidget['type'], config: Record<string, unknown>): DashboardWidget => ({
  id,
  type,
  position: { x: (at % 4) * 3, y: Math.floor(at / 4) * 3, w: 3, h: 3 },
  config,
})

const widgetOf = async (authoring: Authoring, workbookId: number, id: string, at: number, spec: WidgetSpec): Promise<DashboardWidget> => {
  const title = id === 't-widget' ? markup(id) : id
  if ('text' in spec) return placed(id, at, 'TEXT', { text: spec.text, title })
  if ('filter' in spec) return placed(id, at, 'FILTER', spec.filter)
  return placed(id, at, 'CHART', { reportId: await saveReport(authoring, workbookId, id, spec.report), title })
}

/** `widgets`: by their ids. */
export type BoardSpec = { name: string; widgets: Record<string, WidgetSpec>; theme?: DashboardConfig['theme']; isShared?: boolean }

/** Publishes a dashboard, for every embed user unless `isShared` is false. */
export const publishBoard = async (authoring: Authoring, { name, widgets, theme, isShared = true }: BoardSpec): Promise<Board> => {
  const { api, deploymentId } = authoring
  const { id: workbookId } = await api.createWorkbook({ params: { deploymentId }, body: { name } })
  const made: DashboardWidget[] = []
  for (const [id, spec] of Object.entries(widgets)) made.push(await widgetOf(authoring, workbookId, id, made.length, spec))
  const [title, description] = name === 'texts' ? [markup('t-title'), markup('t-about')] : [`Board ${name}`, null]
  const config: DashboardConfig = { kind: 'CLASSIC', title, description, widgets: made, ...(theme ? { theme } : {}) }
  const params = { deploymentId, workbookId }
  const { publicId, versionId } = await api.publishDashboard({ params, body: { workbookId, config, allowEmbed: true } })
  if (isShared) await api.updateEmbedAccess({ params, body: { allEmbedUsers: true, action: 'read' } })
  return { publicId, versionId }
}

/** Publishes a dashboard for each board of these attacks. Creators see their own. */
export const publishAttacks = async (
  authoring: Authoring,
  creators: Client,
  attacks: readonly WidgetAttack[],
): Promise<Map<string, Board>> => {
  const boards = new Map<string, Board>()
  for (const [name, own] of Map.groupBy(attacks, ({ board }) => board)) {
    const widgets = Object.fromEntries(own.map((attack) => [attack.name, attack.widget(authoring.aim)]))
    const isCreators = own.some((attack) => attack.isCreators)
    const author = isCreators ? { ...authoring, api: creators } : authoring
    boards.set(name, await publishBoard(author, { name, widgets, isShared: !isCreators }))
  }
  return boards
}

/**
 * Writes charts that the API refuses to the database, as if they were saved before the rule existed. `uncompiled`: the service compiles
 * them when a viewer opens them. `compiled`: an older compiler accepted them.
 */
export const storeRefusedCharts = async (
  { installation, aim }: Authoring,
  attacks: readonly WidgetAttack[],
  boards: ReadonlyMap<string, Board>,
  state: 'compiled' | 'uncompiled',
): Promise<void> => {
  for (const { name, board, widget } of attacks) {
    const spec = widget(aim)
    const report = 'report' in spec ? spec.report : undefined
    const versionId = boards.get(board)?.versionId
    if (!report?.isRefused || versionId === undefined) continue
    const where = `version_id = $1 and report_id = (select (s->>'reportId')::bigint from dashboard_versions v, jsonb_array_elements(v.snapshots) s where v.id = $1 and s->>'name' = $2)`
    await installation.sql(
      `update dashboard_versions set snapshots = (select jsonb_agg(case when s->>'name' = $2 then jsonb_set(s, '{meta}', $3::jsonb) else s end)
         from jsonb_array_elements(snapshots) s) where id = $1`,
      [versionId, name, JSON.stringify({ kind: 'vega', spec: report.spec })],
    )
    if (state === 'uncompiled' || !report.vega)
      await installation.sql(`update dashboard_charts set compiler = 'none' where ${where}`, [versionId, name])
    else
      await installation.sql(
        `update dashboard_charts set vega = $3::jsonb, problem = null, compiler = (select max(compiler) from dashboard_charts where compiler <> 'none') where ${where}`,
        [versionId, name, JSON.stringify(report.vega)],
      )
  }
}

export const table = (dimensions?: string[]): WidgetSpec => ({
  report: { kind: 'table', spec: null, ...(dimensions ? { dimensions } : {}) },
})

/** Dashboards that viewers request other data of. */
export const publishQueried = async (authoring: Authoring): Promise<Record<'locked' | 'broken' | 'other' | 'unshared', Board>> => {
  const publish = (name: string, widgets: Record<string, WidgetSpec>, isShared = true): Promise<Board> =>
    publishBoard(authoring, { name, widgets, isShared })
  return {
    locked: await publish('locked', {
      chart: table(),
      hidden: { filter: { member: 'orders.region', visibility: 'hidden', defaultValue: ['north'] } },
      disabled: { filter: { member: 'orders.country', visibility: 'disabled', defaultValue: ['nl'] } },
      open: { filter: { member: 'orders.status' } },
    }),
    broken: await publish('broken', {
      chart: table(),
      hidden: { filter: { member: brokenMember, visibility: 'hidden', defaultValue: ['x'] } },
    }),
    other: await publish('other', { 'others-chart': table(), 'others-filter': { filter: { member: 'orders.status' } } }),
    unshared: await publish('unshared', { chart: table() }, false),
  }
}
