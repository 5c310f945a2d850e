import { expect, it } from 'vitest'
import { choicesQuery } from './choices-query.ts'
import { setControls } from './control-values.ts'
import { controlsIn } from './controls.ts'

const position = { x: 0, y: 0, w: 1, h: 1 }
const filter = (id: string, config: Record<string, unknown>) => ({ id, type: 'FILTER' as const, position, config })
const asked = { search: null, first: 10, timezone: 'Asia/Tokyo' }

it('asks for values in the zone of the frame, narrowed by days where another filter is of a time', () => {
  const controls = controlsIn({
    widgets: [
      filter('status', { member: 'orders.status', isFaceted: true }),
      filter('created', { member: 'orders.created_at', defaultValue: '2026-01-02' }),
      filter('paid', { member: 'orders.paid_at', defaultValue: 'last week', valueType: 'time' }),
    ],
  })
  const [status] = controls.filters
  if (!status) throw new Error('There is no filter.')

  expect(choicesQuery(status, setControls(controls, {}, {}, new Set()).filters, new Set(['orders.created_at']), asked)).toEqual({
    dimensions: ['orders.status'],
    filters: [
      { member: 'orders.created_at', operator: 'inDateRange', values: ['2026-01-02'] },
      { member: 'orders.paid_at', operator: 'inDateRange', values: ['last week'] },
    ],
    order: [['orders.status', 'asc']],
    limit: 11,
    timezone: 'Asia/Tokyo',
  })
})
