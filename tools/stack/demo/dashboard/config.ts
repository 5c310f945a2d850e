import type { publishDashboard, Static } from '@facet/contract'
import type { DemoReportName } from './reports.ts'

type Config = NonNullable<Static<(typeof publishDashboard)['body']>['config']>
type Widget = NonNullable<Config['widgets']>[number]
type Place = Widget['position']

const at = (x: number, y: number, w: number, h: number): Place => ({ x, y, w, h })

const text =
  '**One dashboard, two companies.** Access policies of the data model and the session that the shop mints decide what each of them sees: no query names a company.'

/** Controls above, three numbers, four charts and a table below. */
export const demoConfig = (idOf: (report: DemoReportName) => number): Config => {
  const chart = (id: DemoReportName, position: Place): Widget => ({ id, type: 'CHART', position, config: { reportId: idOf(id) } })
  const filter = (id: string, dimension: string, label: string, position: Place, more: object = {}): Widget => ({
    id,
    type: 'FILTER',
    position,
    config: { view: 'sales', dimension, label, ...more },
  })
  return {
    kind: 'CLASSIC',
    title: 'Sales',
    layout: { rowHeight: 44, margin: [12, 12] },
    widgets: [
      filter('category', 'products_category', 'Category', at(0, 0, 3, 2), { isMultiple: true, isFaceted: true }),
      filter('channel', 'channel', 'Channel', at(3, 0, 3, 2), { isMultiple: true }),
      filter('period', 'ordered_at', 'Period', at(6, 0, 4, 2), { operator: 'between' }),
      {
        id: 'grain',
        type: 'TIME_GRAIN',
        position: at(10, 0, 2, 2),
        config: { view: 'sales', dimension: 'ordered_at', label: 'By', grains: ['week', 'month', 'quarter'], defaultGrain: 'month' },
      },
      chart('revenue', at(0, 2, 4, 4)),
      chart('orders', at(4, 2, 4, 4)),
      chart('returns', at(8, 2, 4, 4)),
      chart('overTime', at(0, 6, 8, 6)),
      chart('categories', at(8, 6, 4, 6)),
      chart('channels', at(0, 12, 6, 6)),
      chart('countries', at(6, 12, 6, 6)),
      chart('products', at(0, 18, 12, 9)),
      { id: 'about', type: 'TEXT', position: at(0, 27, 12, 2), config: { text } },
    ],
  }
}
