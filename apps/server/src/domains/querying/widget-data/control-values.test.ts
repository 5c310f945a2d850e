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
  )
  return filters[0] && [filters[0].operator, filters[0].values]
}

describe('what holds of a control', () => {
  it('needs a member', () => {
    for (const config of [{}, { view: 'orders' }, { member: 'orders' }, { member: 'a.b; drop' }])
      expect(filtersOf(config).filters).toEqual([])
    expect(filtersOf({ view: 'orders', dimension: 'status' }).filters).toMatchObject([{ member: 'orders.status', operator: 'equals' }])
    expect(filtersOf({ member: 'orders.status', operator: 'custom', visibility: 'odd' }).filters).toMatchObject([
      { operator: 'equals', visibility: 'visible' },
    ])
  })

  it.each([undefined, null, '', [], [''], {}, 'x'.repeat(1001)])('falls through an attribute that says nothing: %j', (value) => {
    expect(setBy({ defaultAttribute: 'a', defaultValue: ['d'] }, { a: value })).toEqual(['equals', ['d']])
  })

  it.each(['hidden', 'disabled'])('is all that it is locked to where it is %s, and not what would come next', (visibility) => {
    const locked = { visibility, defaultAttribute: 'a', defaultValue: ['d'] }
    const long = 'x'.repeat(4000)
    expect(setBy(locked, { a: long })).toEqual(['equals', [long]])
    const many = Array.from({ length: 1200 }, String)
    expect(setBy({ ...locked, operator: 'not_equals', defaultValue: many })).toEqual(['not_equals', many])
    for (const nothing of [undefined, null, '', [], ['']]) expect(setBy(locked, { a: nothing })).toEqual(['equals', ['d']])

    const problemOf = (config: Record<string, unknown>, a: unknown) =>
      setControls(filtersOf({ member: 'orders.status', ...locked, ...config }), {}, { a }).filters[0]?.problem
    expect(problemOf({ operator: 'less_than' }, [1, 2])).toBe('less_than takes one value')
    expect(problemOf({}, ['x', {}])).toContain('no text')
    expect(problemOf({ operator: 'notEquals' }, 'x')).toContain('no operator')
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
})
