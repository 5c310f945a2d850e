import type { DashboardConfig } from '@facet/contract'
import { cubeOf, memberIn } from '#domains/content/members'
import type { Snapshot } from '#domains/content/dashboards'
import { Failure } from '#kernel/failure'
import type { SetControls, SetFilter, SetGrain } from './control-values.ts'
import { type QueryFilter, queryFilterOf } from './query-filter.ts'
import { groupsBy, withGrain } from './query-grain.ts'
import { cubesIn, type ReportQuery, reportQueryIn, timesIn, withFilters, withLimit } from './report-query.ts'
import { isObject } from './values.ts'

/** One way to ask for a chart, and what was left out for it. */
export type Attempt = { query: ReportQuery; notes: string[] }

/** What is asked for charts that show the same. */
export type PlannedQuery = {
  widgetIds: string[]
  /** As its author saved it. */
  saved: ReportQuery
  /** The first that can be answered is. */
  attempts: Attempt[]
  maxRows: number
  isOwnLimit: boolean
  meta: Snapshot['meta']
}

/** What cannot be asked at all. */
export type Unasked = { widgetIds: string[]; code: 'sql_needs_addon' | 'report_without_query'; message: string }

export type WidgetPlan = { queries: PlannedQuery[]; unasked: Unasked[] }

type Published = { config: Pick<DashboardConfig, 'widgets'>; snapshots: readonly Snapshot[] }
type Chart = { query: ReportQuery; cubes: ReadonlySet<string>; controls: Record<string, unknown> }

/** The member that a control means in a chart; null: it is off there. */
const memberFor = (
  { controls, cubes }: Chart,
  { widgetId, member }: { widgetId: string; member: string },
  isGrain: boolean,
): string | null => {
  const said = Object.hasOwn(controls, widgetId) ? controls[widgetId] : undefined
  if (said === null) return null
  const mapped = typeof said === 'string' ? memberIn(said) : null
  if (mapped !== null) return mapped
  return isGrain || cubes.has(cubeOf(member)) ? member : null
}

const filterFor = (chart: Chart, { control, operator, values }: SetFilter, times: ReadonlySet<string>): QueryFilter[] => {
  const member = values === null ? null : memberFor(chart, control, false)
  if (member === null || values === null) return []
  const isTime = control.valueType === 'time' || (control.valueType === null && times.has(member))
  return [queryFilterOf(member, operator, values, isTime)]
}

const withGrains = (query: ReportQuery, chart: Chart, grains: readonly SetGrain[]): ReportQuery =>
  grains.reduce((asked, { control, grain }) => {
    const member = grain === null ? null : memberFor(chart, control, true)
    return member === null || grain === null || !groupsBy(asked, member) ? asked : withGrain(asked, member, grain)
  }, query)

const isLocked = ({ control }: { control: { visibility: string } }): boolean => control.visibility !== 'visible'

/** With all that holds; then without one kind of what the viewer may change, the other, and both. What is locked stays in each. */
const attemptsFor = (chart: Chart, { filters, grains }: SetControls, times: ReadonlySet<string>): Attempt[] => {
  const build = (leavesFilters: boolean, leavesGrains: boolean): ReportQuery => {
    const chosen = filters.filter((one) => !leavesFilters || isLocked(one)).flatMap((one) => filterFor(chart, one, times))
    const grained = withGrains(
      chart.query,
      chart,
      grains.filter((one) => !leavesGrains || isLocked(one)),
    )
    return withLimit(withFilters(grained, chosen)).query
  }
  const attempts: Attempt[] = [
    { query: build(false, false), notes: [] },
    { query: build(false, true), notes: ['grains_skipped'] },
    { query: build(true, false), notes: ['filters_skipped'] },
    { query: build(true, true), notes: ['filters_skipped', 'grains_skipped'] },
  ]
  const texts = attempts.map(({ query }) => JSON.stringify(query))
  return attempts.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
}

const unaskedOf = ({ name, sqlQuery }: Snapshot): Omit<Unasked, 'widgetIds'> =>
  sqlQuery
    ? { code: 'sql_needs_addon', message: `The report "${name}" is written in SQL, which this installation does not run for dashboards.` }
    : { code: 'report_without_query', message: `The report "${name}" has no query that can be run.` }

/** The report of a CHART widget, as it was published. */
const snapshotOf = ({ config, snapshots }: Published, widgetId: string): { snapshot: Snapshot; controls: Record<string, unknown> } => {
  const widget = config.widgets?.find(({ id }) => id === widgetId)
  if (!widget) throw new Failure('widget_unknown', `The dashboard has no widget "${widgetId}". Take the ids from its configuration.`)
  const snapshot = widget.type === 'CHART' ? snapshots.find(({ reportId }) => reportId === widget.config?.['reportId']) : undefined
  if (!snapshot) throw new Failure('widget_without_data', `The widget "${widgetId}" shows no data. Ask for CHART widgets only.`)
  return { snapshot, controls: isObject(widget.config?.['controls']) ? widget.config['controls'] : {} }
}

/** The members that queries of a dashboard take for times. */
export const timesOf = (snapshots: readonly Snapshot[]): Set<string> =>
  new Set(snapshots.flatMap(({ jsonQuery }) => timesIn(reportQueryIn(jsonQuery) ?? {})))

/** What is asked for these widgets. Those that show the same share one query. */
export const planWidgets = (
  published: Published,
  widgetIds: readonly string[],
  controls: SetControls,
  timezone: string | null,
): WidgetPlan => {
  const times = timesOf(published.snapshots)
  const queries = new Map<string, PlannedQuery>()
  const unasked: Unasked[] = []
  for (const widgetId of new Set(widgetIds)) {
    const { snapshot, controls: own } = snapshotOf(published, widgetId)
    const said = reportQueryIn(snapshot.jsonQuery)
    if (said === null) {
      unasked.push({ widgetIds: [widgetId], ...unaskedOf(snapshot) })
      continue
    }
    const saved = timezone === null ? said : { ...said, timezone }
    const attempts = attemptsFor({ query: saved, cubes: cubesIn(saved), controls: own }, controls, times)
    const { maxRows, isOwnLimit } = withLimit(saved)
    const { meta } = snapshot
    const key = JSON.stringify([saved, attempts, meta?.['fillMissingRows'], meta?.['periodComparisons']])
    const same = queries.get(key)
    if (same) same.widgetIds.push(widgetId)
    else queries.set(key, { widgetIds: [widgetId], saved, attempts, maxRows, isOwnLimit, meta })
  }
  return { queries: [...queries.values()], unasked }
}
