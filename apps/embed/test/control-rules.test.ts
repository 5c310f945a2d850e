import { describe, expect, it } from 'vitest'
import { bootstrapOf } from '../browser/fake-dashboard.ts'
import { choiceText } from '../src/controls/choice-text.ts'
import { type Chosen, chosenBy, type Control, controlsOf, filtersIn, sentControls } from '../src/controls/control-rules.ts'
import { filteringIn, filteringOf } from '../src/controls/filtering.ts'
import type { PageState } from '../src/store/page-state.ts'
import type { Widget } from '../src/widgets/types.ts'

type Told = NonNullable<PageState['toldControls']>[string]

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

describe('what the filters do', () => {
  const told = (widgetId: string, more: Partial<Told>): Told => ({
    widgetId,
    kind: 'filter',
    member: 'orders.status',
    operator: 'equals',
    value: null,
    visibility: 'visible',
    valueType: 'string',
    ...more,
  })
  const doing = (more: Partial<Told>, chosen: Record<string, Chosen> = {}, config: Record<string, unknown> = {}) => {
    const { widgetId = 'status' } = more
    const [control] = controlsOf([
      widget(widgetId, widgetId === 'grain' ? 'TIME_GRAIN' : 'FILTER', {
        member: 'orders.status',
        visibility: widgetId === 'locked' ? 'disabled' : 'visible',
        ...config,
      }),
    ])
    return control && filteringOf(control, { chosen, toldControls: { [widgetId]: told(widgetId, more) } })
  }

  it('can be taken away where a value of a viewer, of the host or of the author narrows', () => {
    expect(doing({ value: ['open'] })).toBe('clearable')
    expect(doing({}, { status: { value: 'open' } })).toBe('clearable')
    expect(doing({ value: ['open'] }, { status: { value: null } })).toBe('none')
    expect(doing({})).toBe('none')
  })

  it('is none of a viewer where it is locked, or groups times', () => {
    expect(doing({ widgetId: 'locked', value: ['EU'] })).toBe('none')
    expect(doing({ widgetId: 'grain', kind: 'grain', value: 'day' }, { grain: { value: 'month' } })).toBe('none')
  })

  it('narrows without a value where the operator has none, and stays where that is of the author', () => {
    expect(doing({}, { status: { value: null, operator: 'is_null' } })).toBe('clearable')
    expect(doing({ operator: 'is_not_empty', value: [] }, {}, { operator: 'is_not_empty' })).toBe('kept')
  })
})

describe('what all filters do', () => {
  const wish = { session: 's', locale: 'en-US' as const, publicId: 'sales', versionId: 1, embedOrigins: [] }

  it('can be taken away where it can of one of them, beside those that stay', () => {
    const { token: _, expires_in: __, ...dashboard } = bootstrapOf(wish)
    const doing = (chosen: Record<string, Chosen>, ...widgets: Widget[]) => {
      const shown = { ...dashboard, dashboard: { ...dashboard.dashboard, config: { widgets } } }
      return filteringIn({ shown, chosen, toldControls: null })
    }
    const status = widget('status', 'FILTER', { member: 'orders.status' })
    const kept = widget('kept', 'FILTER', { member: 'orders.plan', operator: 'is_null' })
    const isNull = { kept: { value: null, operator: 'is_null' } }

    expect(doing({ ...isNull, status: { value: 'open' } }, kept, status)).toBe('clearable')
    expect(doing(isNull, kept, status)).toBe('kept')
    expect(doing({}, status)).toBe('none')
  })
})

describe('a choice', () => {
  it.each([
    ['2026-03-01T00:00:00.000', 'Mar 1, 2026'],
    ['2026-03-01T09:30:00.000', 'Mar 1, 2026, 9:30:00 AM'],
    ['2026-03-01', '2026-03-01'],
    ['open', 'open'],
    ['', ''],
  ])('%s is read as %s', (value, text) => {
    expect(choiceText(value, 'en-US').replaceAll('\u202f', ' ')).toBe(text)
  })
})
