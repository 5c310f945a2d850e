import { describe, expect, it } from 'vitest'
import { placeIn, readChartMessage, toldItem } from '../../src/widgets/chart/frame-messages.ts'

describe('what the frame of a chart says', () => {
  it('is taken as plain fields, few of them and short', () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field ${at}`, 'x'.repeat(10_000)]))
    const item = { datum: { ...fields, nested: { a: 1 } }, tooltip: { a: 'b', html: '<b>', deep: [1] }, mark: { role: 'mark' } }

    const message = readChartMessage({
      type: 'facet-chart-marks',
      turn: 1,
      items: [item, 7, ...Array.from({ length: 100 }, () => item)],
      x: 1,
      y: 2,
      isSpoken: 'yes',
      more: 1,
    })

    const datum = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field ${at}`, 'x'.repeat(500)]))
    expect(message).toEqual({
      type: 'facet-chart-marks',
      turn: 1,
      items: Array.from({ length: 49 }, () => ({ datum, tooltip: { a: 'b', html: '<b>' } })),
      x: 1,
      y: 2,
      isSpoken: false,
    })
  })

  it('is of no mark where there is no row', () => {
    expect([toldItem(null), toldItem('x'), toldItem({}), toldItem({ datum: [1] })]).toEqual([null, null, null, null])
  })

  it.each([
    null,
    'facet-chart-drawn',
    { type: 'facet-chart-drawn' },
    { type: 'facet-chart-drawn', turn: Number.NaN },
    { type: 'facet-chart-marks', turn: 1, items: [], x: '1', y: 2 },
    { type: 'facet-chart-marks', turn: 1, items: [], x: 1, y: Infinity },
    { type: 'facet-html-height', turn: 1 },
  ])('is nothing where it is not what a frame says: %o', (sent) => {
    expect(readChartMessage(sent)).toBeNull()
  })

  it('has marks only where they are a number', () => {
    expect(readChartMessage({ type: 'facet-chart-failed', turn: 3, marks: 'many' })).toEqual({
      type: 'facet-chart-failed',
      turn: 3,
      marks: null,
    })
  })

  it('is shown within the chart, wherever it says', () => {
    const box = { left: 100, top: 50, width: 300, height: 200 }

    expect(placeIn(box, { x: 10, y: 20 })).toEqual({ clientX: 110, clientY: 70 })
    expect(placeIn(box, { x: -500, y: 9000 })).toEqual({ clientX: 100, clientY: 250 })
  })
})
