import { describe, expect, it } from 'vitest'
import { nearestPoints } from '../../src/widgets/chart/nearest-points.ts'
import { linesOfPoints } from '../../src/widgets/chart/point-lines.ts'
import { datumOf } from '../../src/widgets/chart/read-item.ts'
import { type DrawnChart, drawChart } from './drawn-chart.ts'
import { column, measure, rowsOf } from './rows.ts'

const months = [0, 1, 2, 3].map((month) => Date.UTC(2025, month))
const time = column('o.at', { shortTitle: 'Ordered', type: 'time', kind: 'time', granularity: 'month' })
const channel = column('o.channel', { shortTitle: 'Channel' })
const revenue = measure('o.revenue', { shortTitle: 'Revenue' })
const data = rowsOf(
  [time, [...months, ...months]],
  [channel, ['app', 'app', 'app', 'app', 'web', 'web', 'web', 'web']],
  [revenue, ['1', '2', '3', '4', '10', '20', null, '40']],
)
const encoding = {
  x: { field: 'o.at', type: 'temporal' },
  y: { field: 'o.revenue', type: 'quantitative' },
  color: { field: 'o.channel', type: 'nominal' },
}
const lineChart = { mark: { type: 'line', tooltip: true }, encoding }

const columns = [time, channel, revenue].map((each) => ({ ...each, write: String }))
/** At shares of the width and height of the plot. */
const linesAt = ({ scene, plot }: DrawnChart, x: number, y = 0.5) =>
  linesOfPoints(
    nearestPoints(scene, { x: x * plot.width, y: y * plot.height }).map(({ item }) => item),
    columns,
    String,
    false,
  )

describe('the tooltip of lines', () => {
  it.each([
    [0, 0, ['10', '1']],
    [0.3, 1, ['20', '2']],
    [0.7, 2, ['3']],
    [1, 3, ['40', '4']],
  ])('at %d of the width has all series of month %i', async (x, month, values) => {
    const [shared, ...series] = linesAt(await drawChart(lineChart, data, 'en-US'), x)

    const named =
      values.length === 1
        ? [
            { name: 'Channel', value: 'app' },
            { name: 'Revenue', value: '3' },
          ]
        : values.map((value, at) => ({ name: ['web', 'app'][at], value }))
    expect(shared).toEqual({ name: 'Ordered', value: String(months[month]) })
    expect(series).toEqual(named)
  })

  it('is there above an area and below a line, and not beside the plot', async () => {
    const area = await drawChart({ mark: { type: 'area', line: true, point: true, tooltip: true }, encoding }, data, 'en-US')

    expect([0.01, 0.99].map((y) => linesAt(area, 0.3, y).map(({ value }) => value))).toEqual([
      [String(months[1]), '2', '20'],
      [String(months[1]), '2', '20'],
    ])
    expect([linesAt(area, -0.1), linesAt(area, 0.3, 1.1)]).toEqual([[], []])
  })

  it('of several plots is about the one under the pointer', async () => {
    const { x, y } = encoding
    const spec = { ...lineChart, encoding: { x, y, row: { field: 'o.channel', type: 'nominal' } }, height: 100, width: 600 }
    const { scene } = await drawChart(spec, data, 'en-US')

    const rows = Array.from({ length: 60 }, (_, at) =>
      nearestPoints(scene, { x: 50, y: 5 * at }).map(({ item }) => datumOf(item)?.['o.channel']),
    )

    expect(new Set(rows.map((found) => found.length))).toEqual(new Set([0, 1]))
    expect(new Set(rows.flat())).toEqual(new Set(['app', 'web']))
  })

  it('has a bounded number of series and those of equal values', () => {
    const items = Array.from({ length: 20 }, (_, at) => ({ datum: { 'o.at': 1, 'o.channel': `c${at}`, 'o.revenue': 7 } }))

    const lines = linesOfPoints(items, columns, String, false)

    expect(lines.slice(0, 3)).toEqual([
      { name: 'Ordered', value: '1' },
      { name: 'c0', value: '7' },
      { name: 'c1', value: '7' },
    ])
    expect([lines.length, lines.at(-1)]).toEqual([14, { name: '+8', value: '' }])
  })

  it('of its author is kept as it is', () => {
    const items = ['a', 'b'].map((name) => ({ datum: {}, tooltip: { Month: 'May', Name: name } }))

    expect(linesOfPoints(items, columns, String, true)).toEqual([
      { name: 'Month', value: 'May' },
      { name: 'Name', value: 'a' },
      { name: 'Name', value: 'b' },
    ])
  })
})
