import type { DashboardBootstrap, EmbeddedChart, WidgetColumn, WidgetDataLine } from '@facet/contract'
import type { WidgetWords } from './words.ts'

export type Snapshot = DashboardBootstrap['dashboard']['reportSnapshots'][number]
export type Widget = NonNullable<DashboardBootstrap['dashboard']['config']['widgets']>[number]

export type Column = WidgetColumn

/** Rows of a widget, one array of `values` for each column. */
export type WidgetData = Omit<Extract<WidgetDataLine, { type: 'data' }>, 'type' | 'widgetIds'>

export type Look = {
  locale: string
  timezone: string | null
  scheme: 'light' | 'dark'
  accent: string
  palette: readonly string[]
  fontFamily: string
  text: string
  background: string
}

export type Drill = { member: string; value: unknown; widgetId: string }
export type Download = { format: 'csv'; target: 'widget'; widgetId: string; title?: string; rowCount: number }

export type WidgetBodyProps = {
  widget: Widget
  report: Snapshot | null
  chart: EmbeddedChart | null
  data: WidgetData | null
  look: Look
  /** Made by people in frames, whom the tenant does not know as its own. */
  isCreatorContent: boolean
  mayDownload: boolean
  onDrill: (drill: Drill) => void
  onDownload: (told: Download) => void
}

/** What the body of one kind gets: words besides, and rows that have arrived. */
export type BodyProps = WidgetBodyProps & { data: WidgetData; words: WidgetWords }
