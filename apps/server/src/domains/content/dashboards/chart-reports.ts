import type { DashboardConfig, DashboardWidget } from '@facet/contract'

/** A chart and the report that it shows; null where it names none. */
export type Chart = { widgetId: string; reportId: number | null }

const reportIdOf = ({ config }: DashboardWidget): number | null => {
  const id = config?.['reportId']
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

export const chartsOf = ({ widgets }: DashboardConfig): Chart[] =>
  (widgets ?? []).filter(({ type }) => type === 'CHART').map((widget) => ({ widgetId: widget.id, reportId: reportIdOf(widget) }))

/** The reports that charts show, in the order in which they are named, each once. */
export const reportsShown = (config: DashboardConfig): number[] => [
  ...new Set(chartsOf(config).flatMap(({ reportId }) => (reportId === null ? [] : [reportId]))),
]

/** The same configuration over copies of its reports. A report that has no copy is still named, and still not there. */
export const showingCopies = (config: DashboardConfig, copies: ReadonlyMap<number, number>): DashboardConfig => {
  if (!config.widgets) return config
  const widgets = config.widgets.map((widget) => {
    const copy = widget.type === 'CHART' ? copies.get(reportIdOf(widget) ?? 0) : undefined
    return copy === undefined ? widget : { ...widget, config: { ...widget.config, reportId: copy } }
  })
  return { ...config, widgets }
}
