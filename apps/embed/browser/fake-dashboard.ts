import type { DashboardBootstrap, WidgetDataLine } from '@facet/contract'
import type { WidgetData } from '../src/widgets/types.ts'
import { column, rowsOf } from '../test/widgets/rows.ts'

export type Widget = NonNullable<DashboardBootstrap['dashboard']['config']['widgets']>[number]

const chart = (id: string, x: number, y: number, reportId: number): Widget => ({
  id,
  type: 'CHART',
  position: { x, y, w: 6, h: 3 },
  config: { reportId },
})

const report = (reportId: number, title: string) => ({
  id: reportId,
  versionId: reportId,
  reportId,
  versionNumber: 1,
  title,
  kind: 'table' as const,
})

/** Two charts in view, one far below, a control that may be changed, one that is locked and one that is hidden. */
const widgets: Widget[] = [
  { id: 'status', type: 'FILTER', position: { x: 0, y: 0, w: 4, h: 1 }, config: { member: 'orders.status', label: 'Status' } },
  {
    id: 'region',
    type: 'FILTER',
    position: { x: 4, y: 0, w: 4, h: 1 },
    config: { view: 'orders', dimension: 'region', visibility: 'disabled' },
  },
  { id: 'plan', type: 'FILTER', position: { x: 8, y: 0, w: 2, h: 1 }, config: { member: 'orders.plan', visibility: 'hidden' } },
  { id: 'grain', type: 'TIME_GRAIN', position: { x: 8, y: 0, w: 4, h: 1 }, config: { member: 'orders.created_at', label: 'Grain' } },
  chart('revenue', 0, 1, 1),
  chart('orders', 6, 1, 2),
  { id: 'note', type: 'TEXT', position: { x: 0, y: 4, w: 12, h: 1 }, config: { text: 'Read this first' } },
  { id: 'ask', type: 'AI', position: { x: 0, y: 5, w: 12, h: 1 }, config: {} },
  chart('deep', 0, 60, 1),
]

export type Control = DashboardBootstrap['controls'][number]

export const control = (widgetId: string, member: string, more: Partial<Control> = {}): Control => ({
  widgetId,
  kind: 'filter',
  member,
  operator: 'equals',
  value: null,
  visibility: 'visible',
  valueType: 'string',
  ...more,
})

const controlsFor = (status: string[] | null): Control[] => [
  control('status', 'orders.status', { value: status }),
  control('region', 'orders.region', { visibility: 'disabled', value: ['EU'] }),
  control('grain', 'orders.created_at', { kind: 'grain', operator: null, valueType: null }),
]

export type Wish = { session: string; locale: DashboardBootstrap['locale']; publicId: string; versionId: number; embedOrigins: string[] }

/** What the service answers first, with a token that names the session. */
export const bootstrapOf = ({ session, locale, publicId, versionId, embedOrigins }: Wish): DashboardBootstrap => ({
  token: `token-${session}`,
  expires_in: 3600,
  dashboard: {
    id: 1,
    publicId,
    deploymentId: 7,
    workbookId: 2,
    status: 'published',
    allowEmbed: true,
    title: publicId === 'sales' ? 'Sales' : 'Costs',
    description: null,
    config: { widgets },
    versionNumber: 1,
    versionId,
    reportSnapshots: [report(1, 'Revenue'), report(2, 'Orders')],
  },
  charts: [],
  controls: controlsFor(null),
  parts: ['table', 'controls', 'markdown'],
  appTheme: null,
  embedTheme: { primaryColor: '#ffee00' },
  viewer: { displayName: 'Grace Hopper', picture: null, embedTenantName: 'acme-corp' },
  settings: { showDashboardChat: false, isCreatorMode: false, isCreatorContent: false, embedOrigins },
  locale,
  timezone: null,
})

/** The line with the rows of a widget. */
export const dataOf = (widgetId: string, data: WidgetData): WidgetDataLine => ({ type: 'data', widgetIds: [widgetId], ...data })

export type Sent = { widgetIds: string[]; filters: { widgetId: string; value: string[] | string | null }[] }

export const chosenStatus = (filters: Sent['filters']): string[] | null => {
  const value = filters.find(({ widgetId }) => widgetId === 'status')?.value ?? null
  return value === null ? null : [value].flat()
}

const status = column('orders.status', { title: 'Status', shortTitle: 'Status' })

/** The lines for what was asked: each chart says which status it was filtered by. */
const linesFor = ({ widgetIds, filters }: Sent): WidgetDataLine[] => {
  const chosen = chosenStatus(filters)
  return [
    { type: 'controls', controls: controlsFor(chosen) },
    ...widgetIds.map((id) => dataOf(id, rowsOf([status, chosen?.includes('none') ? [] : [`${id} of ${chosen?.join(' and ') ?? 'all'}`]]))),
    { type: 'ended' },
  ]
}

/** What the service has to show, and the data of it. */
export type FakeDashboard = {
  bootstrapOf: (wish: Wish) => DashboardBootstrap
  linesFor: (sent: Sent) => WidgetDataLine[]
}

export const sales: FakeDashboard = { bootstrapOf, linesFor }
