import type { Client } from '@facet/client'
import type { DashboardConfig, DashboardWidget } from '@facet/contract'
import type { Installation } from '../../../harness/installation.ts'
import type { Aim, ReportOf, WidgetAttack, WidgetOf } from './attack.ts'
import { brokenMember } from './engine.ts'
import { markup } from './text-attacks.ts'

export type Board = { publicId: string; versionId: number; workbookId: number }

export type Authoring = { api: Client; installation: Installation; deploymentId: number; aim: Aim }

const plainChart = {
  mark: 'bar',
  encoding: { x: { field: 'orders.status', type: 'nominal' }, y: { field: 'orders.count', type: 'quantitative' } },
}

const queryOf = ({ dimensions = ['orders.status'] }: Pick<ReportOf, 'dimensions'>): string =>
  JSON.stringify({ dimensions, measures: ['orders.count'] })

const saveReport = async ({ api, deploymentId }: Authoring, workbookId: number, name: string, report: ReportOf): Promise<number> => {
  const spec = report.kind === 'vega' && report.vega ? plainChart : report.spec
  const meta = report.kind === 'table' ? null : { kind: report.kind, spec }
  return (await api.createReport({ params: { deploymentId }, body: { name, workbookId, jsonQuery: queryOf(report), meta } })).id
}

const placed = (id: string, at: number, type: DashboardWidget['type'], config: Record<string, unknown>): DashboardWidget => ({
  id,
  type,
  position: { x: (at % 4) * 3, y: Math.floor(at / 4) * 3, w: 3, h: 3 },
  config,
})

const widgetOf = async (authoring: Authoring, workbookId: number, id: string, at: number, of: WidgetOf): Promise<DashboardWidget> => {
  const title = id === 't-widget' ? markup(id) : id
  if ('text' in of) return placed(id, at, 'TEXT', { text: of.text, title })
  if ('filter' in of) return placed(id, at, 'FILTER', of.filter)
  return placed(id, at, 'CHART', { reportId: await saveReport(authoring, workbookId, id, of.report), title })
}

export type BoardOf = { name: string; widgets: { id: string; of: WidgetOf }[]; theme?: DashboardConfig['theme']; isShared?: boolean }

/** A published dashboard that every embed user sees, unless it is nobody's. */
export const publishBoard = async (authoring: Authoring, { name, widgets, theme, isShared = true }: BoardOf): Promise<Board> => {
  const { api, deploymentId } = authoring
  const { id: workbookId } = await api.createWorkbook({ params: { deploymentId }, body: { name } })
  const made: DashboardWidget[] = []
  for (const [at, { id, of }] of widgets.entries()) made.push(await widgetOf(authoring, workbookId, id, at, of))
  const [title, description] = name === 'texts' ? [markup('t-title'), markup('t-about')] : [`Board ${name}`, null]
  const config: DashboardConfig = { kind: 'CLASSIC', title, description, widgets: made, ...(theme ? { theme } : {}) }
  const params = { deploymentId, workbookId }
  const { publicId, versionId } = await api.publishDashboard({ params, body: { workbookId, config, allowEmbed: true } })
  if (isShared) await api.updateEmbedAccess({ params, body: { allEmbedUsers: true, action: 'read' } })
  return { publicId, versionId, workbookId }
}

export type BoardName = string

/** A dashboard for each board of these attacks. Creators see their own. */
export const publishAttacks = async (
  authoring: Authoring,
  creators: Client,
  attacks: readonly WidgetAttack[],
): Promise<Map<BoardName, Board>> => {
  const boards = new Map<BoardName, Board>()
  for (const [name, own] of Map.groupBy(attacks, ({ board }) => board)) {
    const widgets = own.map((attack) => ({ id: attack.name, of: attack.widget(authoring.aim) }))
    const isCreators = own.some((attack) => attack.isCreators)
    const author = isCreators ? { ...authoring, api: creators } : authoring
    boards.set(name, await publishBoard(author, { name, widgets, isShared: !isCreators }))
  }
  return boards
}

const reportOf = (attack: WidgetAttack, aim: Aim): ReportOf | undefined => {
  const of = attack.widget(aim)
  return 'report' in of ? of.report : undefined
}

/**
 * Charts that were stored all the same, as those are from before a rule was made. `kept`: also compiled by a compiler that looks at nothing;
 * without it whoever looks compiles them.
 */
export const storeHostileCharts = async (
  { installation, aim }: Authoring,
  attacks: readonly WidgetAttack[],
  boards: ReadonlyMap<BoardName, Board>,
  isKept: boolean,
): Promise<void> => {
  for (const attack of attacks) {
    const report = reportOf(attack, aim)
    const board = boards.get(attack.board)
    if (report?.kind !== 'vega' || !report.vega || !board) continue
    const where = `version_id = $1 and report_id = (select (s->>'reportId')::bigint from dashboard_versions v, jsonb_array_elements(v.snapshots) s where v.id = $1 and s->>'name' = $2)`
    await installation.sql(
      `update dashboard_versions set snapshots = (select jsonb_agg(case when s->>'name' = $2 then jsonb_set(s, '{meta}', $3::jsonb) else s end)
         from jsonb_array_elements(snapshots) s) where id = $1`,
      [board.versionId, attack.name, JSON.stringify({ kind: 'vega', spec: report.spec })],
    )
    await (isKept
      ? installation.sql(
          `update dashboard_charts set vega = $3::jsonb, problem = null, compiler = (select max(compiler) from dashboard_charts where compiler <> 'none') where ${where}`,
          [board.versionId, attack.name, JSON.stringify(report.vega)],
        )
      : installation.sql(`update dashboard_charts set compiler = 'none' where ${where}`, [board.versionId, attack.name]))
  }
}

const chartWidget = { id: 'chart', of: { report: { kind: 'table', spec: null } } } as const
const filter = (id: string, config: Record<string, unknown>) => ({ id, of: { filter: config } })

/** What a viewer would like to ask for something else. */
export const publishQueried = async (authoring: Authoring): Promise<Record<'locked' | 'broken' | 'other' | 'unshared', Board>> => ({
  locked: await publishBoard(authoring, {
    name: 'locked',
    widgets: [
      chartWidget,
      filter('hidden', { member: 'orders.region', visibility: 'hidden', defaultValue: ['north'] }),
      filter('disabled', { member: 'orders.country', visibility: 'disabled', defaultValue: ['nl'] }),
      filter('open', { member: 'orders.status' }),
    ],
  }),
  broken: await publishBoard(authoring, {
    name: 'broken',
    widgets: [chartWidget, filter('hidden', { member: brokenMember, visibility: 'hidden', defaultValue: ['x'] })],
  }),
  other: await publishBoard(authoring, {
    name: 'other',
    widgets: [{ id: 'others-chart', of: { report: { kind: 'table', spec: null } } }, filter('others-filter', { member: 'orders.status' })],
  }),
  unshared: await publishBoard(authoring, { name: 'unshared', widgets: [chartWidget], isShared: false }),
})
