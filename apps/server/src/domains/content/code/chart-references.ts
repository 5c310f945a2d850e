import type { DashboardConfig, DashboardWidget } from '@facet/contract'

const prefix = 'report:'

const withReport = (widget: DashboardWidget, reportId: unknown): DashboardWidget => ({ ...widget, config: { ...widget.config, reportId } })

const mapCharts = (config: DashboardConfig, change: (widget: DashboardWidget) => DashboardWidget): DashboardConfig =>
  config.widgets ? { ...config, widgets: config.widgets.map((widget) => (widget.type === 'CHART' ? change(widget) : widget)) } : config

/** Numbers of reports as public ids. A number that is of no report any more is not told. */
export const namingReports = (config: DashboardConfig, publicIds: ReadonlyMap<number, string>): DashboardConfig =>
  mapCharts(config, (widget) => {
    const reportId = widget.config?.['reportId']
    if (typeof reportId !== 'number') return widget
    const publicId = publicIds.get(reportId)
    return withReport(widget, publicId === undefined ? null : `${prefix}${publicId}`)
  })

const publicIdOf = (widget: DashboardWidget): string | null => {
  const named = widget.config?.['reportId']
  return typeof named === 'string' && named.startsWith(prefix) ? named.slice(prefix.length) : null
}

/** The reports that charts name, each with its widget. */
export const reportsNamed = (config: DashboardConfig): { widgetId: string; publicId: string }[] =>
  (config.widgets ?? []).flatMap((widget) => {
    const publicId = widget.type === 'CHART' ? publicIdOf(widget) : null
    return publicId === null ? [] : [{ widgetId: widget.id, publicId }]
  })

/** The same with each name changed. */
export const renamingReports = (config: DashboardConfig, rename: (publicId: string) => string): DashboardConfig =>
  mapCharts(config, (widget) => {
    const publicId = publicIdOf(widget)
    return publicId === null ? widget : withReport(widget, `${prefix}${rename(publicId)}`)
  })

/** Public ids of reports as numbers; all of them are known by now. */
export const numberingReports = (config: DashboardConfig, ids: ReadonlyMap<string, number>): DashboardConfig =>
  mapCharts(config, (widget) => {
    const publicId = publicIdOf(widget)
    return publicId === null ? widget : withReport(widget, ids.get(publicId) ?? null)
  })
