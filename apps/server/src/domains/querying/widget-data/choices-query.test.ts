import { describe, expect, it } from 'vitest'
import { choicesQuery } from './choices-query.ts'
import { setControls } from './control-values.ts'
import { controlsIn } from './controls.ts'

const position = { x: 0, y: 0, w: 1, h: 1 }
const filter = (id: string, config: Record<string, unknown>) => ({ id, type: 'FILTER' as const, position, config })
const asked = { search: null, first: 10, timezone: 'Asia/Tokyo' }

it('asks for values in the zone of the frame, narrowed by days where another filter is of a time', () => {
  const controls = controlsIn({
    widgets: [
      filter('status', { member: 'orders.status', isFaceted: true, defaultValue: 'open' }),
      filter('created', { member: 'orders.created_at', defaultValue: '2026-01-02' }),
      filter('paid', { member: 'orders.paid_at', defaultValue: 'last week', valueType: 'time' }),
    ],
  })
  const [status] = controls.filters
  if (!status) throw new Error('There is no filter.')

  expect(choicesQuery(status, setControls(controls, {}, {}, new Set()), new Set(['orders.created_at']), asked)).toEqual({
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

it('refuses filters that make the query of choices larger than an engine plans', () => {
  const days = Array.from({ length: 50 }, (_, at) => `2026-01-${String((at % 28) + 1).padStart(2, '0')}`)
  const others = Array.from({ length: 5 }, (_, at) =>
    filter(`created-${at}`, { member: 'orders.created_at', valueType: 'time', defaultValue: days, visibility: 'hidden' }),
  )
  const choices = (count: number) => {
    const controls = controlsIn({ widgets: [filter('status', { member: 'orders.status' }), ...others.slice(0, count)] })
    const [status] = controls.filters
    if (!status) throw new Error('There is no filter.')
    return choicesQuery(status, setControls(controls, {}, {}, new Set()), new Set(), asked)
  }

  expect(choices(4)['filters']).toHaveLength(4)
  expect(() => choices(5)).toThrow('The other filters make the query of the choices too large: it names')
})

describe('the choices of a filter', () => {
  const region = (more: object = {}) => filter('region', { member: 'shops.region', defaultValue: 'eu', visibility: 'hidden', ...more })
  const narrowedBy = (controls: Record<string, unknown> | undefined, lock = region()) => {
    const all = controlsIn({ widgets: [filter('status', { member: 'orders.status', ...(controls ? { controls } : {}) }), lock] })
    const [status] = all.filters
    if (!status) throw new Error('There is no filter.')
    return choicesQuery(status, setControls(all, {}, {}, new Set()), new Set(), asked)['filters']
  }

  it('are narrowed by a locked filter of another view where its author maps it', () => {
    expect(narrowedBy(undefined)).toEqual([])
    expect(narrowedBy({ region: 'orders.shop_region' })).toEqual([{ member: 'orders.shop_region', operator: 'equals', values: ['eu'] }])
  })

  it('are not narrowed by one of the same view where its author says so', () => {
    const same = region({ member: 'orders.region' })
    expect(narrowedBy(undefined, same)).toMatchObject([{ member: 'orders.region' }])
    expect(narrowedBy({ region: null }, same)).toEqual([])
  })

  it('are refused where a lock cannot be asked', () => {
    expect(() => narrowedBy({ region: 'shop_region' })).toThrow('mapped to what is no member')
    expect(() => narrowedBy(undefined, region({ member: 'orders.region', operator: 'notSet' }))).toThrow('no operator')
    expect(() => narrowedBy(undefined, region({ member: null, dimension: 'region' }))).toThrow('names no member')
  })
})
