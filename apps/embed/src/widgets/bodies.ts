import type { EmbeddedChart } from '@facet/contract'
import type { Snapshot, Widget } from './types.ts'

/** A file for each kind: who looks at numbers and tables loads nothing of charts. */
export const bodies = {
  vega: () => import('./chart/ChartBody.tsx'),
  table: () => import('./table/DataTable.tsx'),
  kpi: () => import('./kpi/KpiBody.tsx'),
  html: () => import('./html/HtmlBody.tsx'),
  text: () => import('./markdown/MarkdownBody.tsx'),
}

const kindOf = ({ type }: Widget, report: Snapshot | null, chart: EmbeddedChart | null): keyof typeof bodies | undefined => {
  if (type === 'TEXT') return 'text'
  const kind = report?.kind
  if (kind === 'vega') return chart?.vega ? 'vega' : undefined
  return kind === 'kpi' || kind === 'html' ? kind : 'table'
}

/** Begins to load what a widget is drawn with, beside its rows and not after them. What is lost is asked for again where it is drawn. */
export const prefetchBody = (...of: Parameters<typeof kindOf>): void => {
  const kind = kindOf(...of)
  if (kind) bodies[kind]().catch(() => undefined)
}
