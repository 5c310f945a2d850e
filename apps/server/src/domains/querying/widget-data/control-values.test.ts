import type { FilterOperator } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { setControls } from './control-values.ts'
import { controlsIn } from './controls.ts'

const position = { x: 0, y: 0, w: 1, h: 1 }
const filtersOf = (config: Record<string, unknown>) => controlsIn({ widgets: [{ id: 'w', type: 'FILTER', position, config }] })

const setBy = (
  config: Record<string, unknown>,
  attributes: Record<string, unknown> = {},
  sent?: { operator?: FilterOperator; value?: string[] },
) => {
  const { filters } = setControls(
    filtersOf({ member: 'orders.status', ...config }),
    sent ? { filters: [{ widgetId: 'w', ...sent }] } : {},
    attributes,
    new Set(),
  )
  return filters[0] && [filters[0].operator, filters[0].values]
}

describe('what holds of a control', () => {
  it('needs a member', () => {
    for (const config of [{}, { view: 'orders' }, { member: 'orders' }, { member: 'a.b; drop' }])
      expect(filtersOf(config).filters).toEqual([])
    expect(filtersOf({ view: 'orders', dimension: 'status' }).filters).toMatchObject([{ member: 'orders.status', operator: 'equals' }])
    expect(filtersOf({ member: 'orders.status', operator: 'custom' }).filters).toMatchObject([
      { operator: 'equals', visibility: 'visible' },
    ])
  })

  it.each([
    [undefined, 'visible'],
    [null, 'visible'],
    ['', 'visible'],
    ['visible', 'visible'],
    ['hidden', 'hidden'],
    ['disabled', 'disabled'],
    ['locked', 'disabled'],
    ['Hidden', 'disabled'],
    [true, 'disabled'],
  ])('is not opened by a word that nobody knows: %j is %s', (visibility, expected) => {
    expect(filtersOf({ member: 'orders.status', visibility }).filters).toMatchObject([{ visibility: expected }])
  })

  it.each([{ dimension: 'status' }, { view: 'orders' }, { member: 'status' }])(
    'is known to be locked where it names a part: %j',
    (part) => {
      expect(filtersOf({ ...part, visibility: 'hidden' })).toMatchObject({
        filters: [],
        nameless: [{ widgetId: 'w', visibility: 'hidden' }],
      })
      expect(filtersOf(part).nameless).toEqual([])
      expect(filtersOf({ visibility: 'hidden' }).nameless).toEqual([])
    },
  )

  it.each([undefined, null, '', [], [''], {}, 'x'.repeat(1001)])('falls through an attribute that says nothing: %j', (value) => {
    expect(setBy({ defaultAttribute: 'a', defaultValue: ['d'] }, { a: value })).toEqual(['equals', ['d']])
  })

  it.each(['hidden', 'disabled'])('is all that it is locked to where it is %s, and not what would come next', (visibility) => {
    const locked = { visibility, defaultAttribute: 'a', defaultValue: ['d'] }
    const long = 'x'.repeat(4000)
    expect(setBy(locked, { a: long })).toEqual(['equals', [long]])
    const many = Array.from({ length: 10_001 }, String)
    expect(setBy({ ...locked, operator: 'not_equals', defaultValue: many })).toEqual(['not_equals', many])
    for (const nothing of [undefined, null, '', [], ['']]) expect(setBy(locked, { a: nothing })).toEqual(['equals', ['d']])

    const problemOf = (config: Record<string, unknown>, a: unknown) =>
      setControls(filtersOf({ member: 'orders.status', ...locked, ...config }), {}, { a }, new Set()).filters[0]?.problem
    expect(problemOf({ operator: 'less_than' }, [1, 2])).toBe('less_than takes one value')
    expect(problemOf({}, ['x', {}])).toContain('no text')
    expect(problemOf({ operator: 'notEquals' }, 'x')).toContain('no operator')
    for (const operator of ['notSet', 'set', 'isNull', 5])
      expect(problemOf({ operator, defaultValue: null }, undefined)).toContain('no operator')
    expect(problemOf({}, 'x')).toBeUndefined()
  })

  it('does not read what every object has as an attribute', () => {
    expect(setBy({ defaultAttribute: 'constructor' })).toEqual(['equals', null])
  })

  it('keeps false and zero', () => {
    expect(setBy({ defaultAttribute: 'a' }, { a: false })).toEqual(['equals', [false]])
    expect(setBy({ defaultValue: 0 })).toEqual(['equals', [0]])
  })

  it('holds operators to the number of their values', () => {
    expect(setBy({ operator: 'between', defaultValue: ['1', '2', '3'] })).toEqual(['between', null])
    expect(setBy({ operator: 'between', defaultValue: 'last week' })).toEqual(['between', ['last week']])
    expect(() => setBy({}, {}, { operator: 'between', value: ['1', '2', '3'] })).toThrow('between takes two values')
    expect(() => setBy({}, {}, { operator: 'less_than', value: ['1', '2'] })).toThrow('less_than takes one value')
    expect(setBy({}, {}, { operator: 'is_null' })).toEqual(['is_null', []])
    const texts = Array.from({ length: 21 }, String)
    for (const operator of ['contains', 'not_contains', 'starts_with', 'not_ends_with'] as const)
      expect(() => setBy({}, {}, { operator, value: texts })).toThrow(`${operator} takes 20 values at most`)
    expect(setBy({}, {}, { operator: 'contains', value: texts.slice(1) })).toEqual(['contains', texts.slice(1)])
    expect(setBy({}, {}, { operator: 'equals', value: texts })).toEqual(['equals', texts])
  })
  it('holds days of a time to as many as an engine reads, and says how many were sent', () => {
    const days = (length: number) => Array.from({ length }, (_, day) => `day ${day}`)
    const send =
      (operator: FilterOperator, value: string[], config: object, times = new Set<string>()) =>
      () =>
        setControls(filtersOf({ member: 'orders.at', ...config }), { filters: [{ widgetId: 'w', operator, value }] }, {}, times).filters[0]
          ?.values

    expect(send('equals', days(51), { valueType: 'time' })).toThrow('equals takes 50 days at most, and 51 were sent')
    expect(send('not_equals', days(51), {}, new Set(['orders.at']))).toThrow('not_equals takes 50 days at most, and 51 were sent')
    expect(send('equals', days(50), { valueType: 'time' })()).toHaveLength(50)
    expect(send('equals', days(51), { valueType: 'string' }, new Set(['orders.at']))()).toHaveLength(51)
    expect(send('between', ['x'.repeat(101)], { valueType: 'time' })).toThrow('has 100 characters at most, and one of 101 was sent')
  })

  it('holds all that is sent to what an engine takes in one query', () => {
    const widgets = Array.from({ length: 20 }, (_, at) => ({
      id: `w${at}`,
      type: 'FILTER' as const,
      position,
      config: { member: 'orders.a' },
    }))
    const send = (length: number, operator: FilterOperator, values: number, valueType?: string) => () => {
      const typed = widgets.map((widget) => ({ ...widget, config: { ...widget.config, ...(valueType ? { valueType } : {}) } }))
      const value = Array.from({ length: values }, String)
      const filters = typed.slice(0, length).map(({ id: widgetId }) => ({ widgetId, operator, value }))
      return setControls(controlsIn({ widgets: typed }), { filters }, {}, new Set()).filters.length
    }

    expect(send(11, 'equals', 1000)).toThrow('it names 11000 values of filters; the limit is 10000. Send fewer.')
    expect(send(10, 'equals', 1000)()).toBe(20)
    expect(send(13, 'contains', 20)).toThrow('it names 260 texts to look for in others; the limit is 250')
    expect(send(5, 'equals', 50, 'time')).toThrow('it names 255 members, filters, ranges and orders; the limit is 250')
    expect(send(4, 'equals', 50, 'time')()).toBe(20)
  })
})
