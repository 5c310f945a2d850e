import { describe, expect, it } from 'vitest'
import { formsIn } from './snapshot-forms.ts'

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
