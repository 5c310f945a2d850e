import type { DashboardConfig } from '@facet/contract'
import { queryProblem } from '@facet/dashboard-spec/query'
import type { Snapshot } from '#domains/content/dashboards'
import { Failure } from '#kernel/failure'
import { type Applied, appliedTo, type Asker, brokenFor, isLocked, memberFor } from './applied-filters.ts'
import { lockedProblem, type SetControls, type SetGrain } from './control-values.ts'
import type { QueryFilter } from './query-filter.ts'
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
export type Unasked = { widgetIds: string[]; code: 'sql_needs_addon' | 'report_without_query' | 'control_value_invalid'; message: string }

export type WidgetPlan = { queries: PlannedQuery[]; unasked: Unasked[] }

type Published = { config: Pick<DashboardConfig, 'widgets'>; snapshots: readonly Snapshot[] }
type Chart = Asker & { query: ReportQuery }

const withGrains = (query: ReportQuery, chart: Chart, grains: readonly SetGrain[]): ReportQuery =>
  grains.reduce((asked, { control, grain }) => {
    const member = grain === null ? null : memberFor(chart, control, true)
    return member === null || grain === null || !groupsBy(asked, member) ? asked : withGrain(asked, member, grain)
  }, query)

type Way = { key: string; attempt: Attempt }

/** With all that holds; then without one kind of what the viewer may change, the other, and both. What is locked stays in each. */
const waysFor = (chart: Chart, applied: readonly Applied[], grains: readonly SetGrain[]): Way[] => {
  const grained = withGrains(chart.query, chart, grains)
  const plain = withGrains(chart.query, chart, grains.filter(isLocked))
  const locked = applied.filter((one) => one.isLocked)
  const way = (query: ReportQuery, those: readonly Applied[], notes: string[]): Way => {
    const filters = those.map(({ filter }) => filter)
    const key = JSON.stringify([query, those.map(({ name }) => name)])
    return { key, attempt: { query: withLimit(withFilters(query, filters)).query, notes } }
  }
  const ways = [
    way(grained, applied, []),
    way(plain, applied, ['grains_skipped']),
    way(grained, locked, ['filters_skipped']),
    way(plain, locked, ['filters_skipped', 'grains_skipped']),
  ]
  return ways.filter(({ key }, index) => ways.findIndex((one) => one.key === key) === index)
}

/** Why the viewer's filters make the query of a chart too large for an engine. Undefined where it is too large without them. */
const filterProblem = ({ query }: Chart, applied: readonly Applied[]): string | undefined => {
  const problemWith = (those: readonly Applied[]): string | undefined =>
    queryProblem(
      withFilters(
        query,
        those.map(({ filter }) => filter),
      ),
    )
  const problem = problemWith(applied)
  return problem === undefined || problemWith(applied.filter((one) => one.isLocked)) !== undefined ? undefined : problem
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
  const made = new Map<string, QueryFilter>()
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
    const chart = { query: saved, cubes: cubesIn(saved), controls: own }
    const broken = brokenFor(chart, controls)
    if (broken) {
      unasked.push({ widgetIds: [widgetId], ...lockedProblem(broken) })
      continue
    }
    const applied = appliedTo(chart, controls.filters, times, made)
    const tooLarge = filterProblem(chart, applied)
    if (tooLarge !== undefined) {
      const message = `The filters make the query of the report "${snapshot.name}" too large: ${tooLarge}. Select fewer values.`
      unasked.push({ widgetIds: [widgetId], code: 'control_value_invalid', message })
      continue
    }
    const ways = waysFor(chart, applied, controls.grains)
    const { maxRows, isOwnLimit } = withLimit(saved)
    const { meta } = snapshot
    const key = JSON.stringify([saved, ways.map((way) => way.key), meta?.['fillMissingRows'], meta?.['periodComparisons']])
    const same = queries.get(key)
    if (same) same.widgetIds.push(widgetId)
    else queries.set(key, { widgetIds: [widgetId], saved, attempts: ways.map(({ attempt }) => attempt), maxRows, isOwnLimit, meta })
  }
  return { queries: [...queries.values()], unasked }
}
