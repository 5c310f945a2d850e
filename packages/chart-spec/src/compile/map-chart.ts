import { type Chart, isObject } from '../check/read-chart.ts'

type Entry = { key: string; value: unknown; owner: Chart }

/** A copy of a chart with the entries of its objects changed, the inner ones first. Data that the author wrote down stays as it is. */
export const mapChart = (chart: Chart, change: (entry: Entry) => unknown): Chart => {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, change({ key, value: key === 'data' ? entry : copy(entry), owner: value })]),
    )
  }
  return copy(chart) as Chart
}
