import type { DashboardConfig, DashboardWidget } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { compareStates } from './comparison-rules.ts'
import { formsIn } from './snapshot-forms.ts'

const widget = (id: string, config: Record<string, unknown> = {}): DashboardWidget => ({
  id,
  type: 'TEXT',
  position: { x: 0, y: 0, w: 1, h: 1 },
  config,
})

const state = (config: DashboardConfig) => ({ title: null, description: null, config, snapshots: [] })
const compare = (from: DashboardConfig, to: DashboardConfig) => compareStates(state(from), state(to))

describe('what differs between two states of a dashboard', () => {
  it('is nothing where only the order of fields differs, or null stands for what is left out', () => {
    expect(compare({ title: 'a', kind: 'APP' }, { kind: 'APP', title: 'a', theme: null }).isSame).toBe(true)
    expect(compare({ widgets: [] }, {}).isSame).toBe(true)
  })

  it('names the order of widgets when that differs, and not because one came or went', () => {
    const [a, b, c] = [widget('a'), widget('b'), widget('c')]

    expect(compare({ widgets: [a, b] }, { widgets: [b, a] })).toMatchObject({
      isSame: false,
      config: ['widgets'],
      widgets: { changed: [] },
    })
    expect(compare({ widgets: [a, b] }, { widgets: [c, a, b] })).toMatchObject({ config: [], widgets: { added: ['c'] } })
    expect(compare({ widgets: [a, b, c] }, { widgets: [a, c] })).toMatchObject({ config: [], widgets: { removed: ['b'] } })
  })

  it('names the fields of a widget that differ, deep inside too', () => {
    expect(compare({ widgets: [widget('a', { b: { c: [1] } })] }, { widgets: [widget('a', { b: { c: [2] } })] }).widgets.changed).toEqual([
      { id: 'a', fields: ['config'] },
    ])
  })
})

describe('what a snapshot shows of the meta of its report', () => {
  it('is all that has the form of its field', () => {
    const meta = {
      kind: 'vega',
      spec: { mark: 'bar' },
      preferences: { columnFormats: { revenue: { type: 'currency', decimalPlaces: 2 }, share: { type: 'percent', decimalPlaces: null } } },
      fillMissingRows: { member: 'orders.day', excludedDimensions: ['orders.city'] },
      periodComparisons: [{ measure: 'm', timeDimension: 't', offset: { amount: -1, unit: 'year' }, outputs: ['diff'] }],
    }

    expect(formsIn({ ...meta, own: 1 })).toEqual(meta)
  })

  it.each([
    ['nothing', null],
    ['an unknown kind', { kind: 'pie' }],
    ['a kind in a list', { kind: ['vega'] }],
    ['a spec that is a list', { spec: [] }],
    ['another format', { preferences: { columnFormats: { a: { type: 'bytes' } } } }],
    ['half a decimal place', { preferences: { columnFormats: { a: { type: 'number', decimalPlaces: 0.5 } } } }],
    ['no member', { fillMissingRows: {} }],
    ['an offset without a unit', { periodComparisons: [{ measure: 'm', timeDimension: 't', offset: { amount: 1 } }] }],
  ])('leaves out %s', (_, meta) => {
    expect(formsIn(meta)).toEqual({})
  })
})
