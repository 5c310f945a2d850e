import { describe, expect, it } from 'vitest'
import { chosenBy, type Control, controlsOf, filtersIn, sentControls } from '../src/controls/control-rules.ts'
import type { Widget } from '../src/widgets/types.ts'

const widget = (id: string, type: Widget['type'], config: Record<string, unknown>): Widget => ({
  id,
  type,
  position: { x: 0, y: 0, w: 1, h: 1 },
  config,
})
const controls: Control[] = controlsOf([
  widget('status', 'FILTER', { view: 'orders', dimension: 'status' }),
  widget('hidden', 'FILTER', { member: 'orders.plan', visibility: 'hidden' }),
  widget('locked', 'FILTER', { member: 'orders.region', visibility: 'disabled' }),
  widget('grain', 'TIME_GRAIN', { member: 'orders.created_at', grains: ['day', 7] }),
  widget('chart', 'CHART', { member: 'orders.status' }),
])

describe('controls', () => {
  it('are read from the widgets that are controls', () => {
    expect(controls.map(({ widgetId, kind, member, label, visibility }) => [widgetId, kind, member, label, visibility])).toEqual([
      ['status', 'filter', 'orders.status', 'Status', 'visible'],
      ['hidden', 'filter', 'orders.plan', 'Plan', 'hidden'],
      ['locked', 'filter', 'orders.region', 'Region', 'disabled'],
      ['grain', 'grain', 'orders.created_at', 'Created at', 'visible'],
    ])
    expect(controls.at(-1)?.grains).toEqual(['day'])
  })

  it.each([
    [undefined, 'visible'],
    [null, 'visible'],
    ['', 'visible'],
    ['locked', 'disabled'],
    ['Hidden', 'disabled'],
    [true, 'disabled'],
  ])('are not opened by a word that nobody knows: %j is %s', (visibility, expected) => {
    expect(controlsOf([widget('status', 'FILTER', { member: 'orders.status', visibility })])).toMatchObject([{ visibility: expected }])
  })

  it('take filters by member where a viewer may change them', () => {
    const filters = {
      'orders.status': { value: ['open'], type: 'not_equals' },
      'orders.plan': { value: 1 },
      'orders.region': { value: 'EU' },
      'orders.created_at': { value: 'last week' },
    }

    expect(chosenBy(filters, controls)).toEqual({ status: { value: ['open'], operator: 'not_equals' } })
  })

  it('send what was chosen, and nothing of those that are hidden or locked', () => {
    const chosen = { status: { value: null }, hidden: { value: 'x' }, locked: { value: 'x' }, grain: { value: 'day' }, gone: { value: 1 } }

    expect(sentControls(controls, chosen)).toEqual({
      filters: [{ widgetId: 'status', value: null }],
      timeGrains: [{ widgetId: 'grain', grain: 'day' }],
    })
  })

  it('send values alone: nothing among them is none, and would be refused', () => {
    expect(sentControls(controls, { status: { value: ['open', null] } }).filters).toEqual([{ widgetId: 'status', value: ['open'] }])
  })
})

describe('a filter in an address', () => {
  it.each([
    ['f_orders.status={"value":"open"}', { 'orders.status': { value: 'open' } }],
    ['f_orders.total={"value":[1,2],"type":"between"}', { 'orders.total': { value: [1, 2], type: 'between' } }],
    ['f_orders.status=open', {}],
    ['f_orders.status={"value":{"$ne":1}}', {}],
    ['f_orders.status={}', {}],
    ['f_orders={"value":1}', {}],
    ['f_a.b.c={"value":1}', {}],
    ['orders.status={"value":1}', {}],
    ['f_orders.status=null', {}],
  ])('%s', (parameter, filters) => {
    expect(filtersIn(new URLSearchParams(parameter))).toEqual(filters)
  })

  it('cannot name what every object has', () => {
    expect(chosenBy(filtersIn(new URLSearchParams('f___proto__.x={"value":1}')), controls)).toEqual({})
  })
})
