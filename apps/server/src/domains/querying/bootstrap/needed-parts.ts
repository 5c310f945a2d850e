import type { DashboardConfig, EmbedPart, ReportSnapshot } from '@facet/contract'

type Chart = { usesGeo: boolean } | { problem: string }

const ofWidgets: Partial<Record<string, EmbedPart>> = { TEXT: 'markdown', FILTER: 'controls', TIME_GRAIN: 'controls' }
const ofKinds: Partial<Record<NonNullable<ReportSnapshot['kind']>, EmbedPart>> = { table: 'table', kpi: 'kpi', html: 'html' }

/** What the widgets of a dashboard are drawn with. A chart that is refused needs nothing, nor does a map: maps are off. */
export const neededParts = (
  { widgets }: DashboardConfig,
  snapshots: readonly Pick<ReportSnapshot, 'kind'>[],
  charts: readonly Chart[],
): EmbedPart[] => {
  const drawn = charts.filter((chart) => 'usesGeo' in chart)
  const ofReports = snapshots.flatMap(({ kind }) => (kind == null ? 'table' : (ofKinds[kind] ?? [])))
  return [
    ...new Set<EmbedPart>([
      ...(drawn.length > 0 ? (['vega'] as const) : []),
      ...(drawn.some(({ usesGeo }) => usesGeo) ? (['geo'] as const) : []),
      ...ofReports,
      ...(widgets ?? []).flatMap(({ type }) => ofWidgets[type] ?? []),
    ]),
  ]
}
