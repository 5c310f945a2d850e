import { fieldNames } from '../check/field-names.ts'
import type { Chart } from '../check/read-chart.ts'
import { mapChart } from './map-chart.ts'

/** A member `orders.total` is one field, not the field `total` of an object `orders`. Names that are escaped already stay. */
const escaped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(escaped)
  return typeof value === 'string' && /^\w+(?:\.\w+)+$/.test(value) ? value.replaceAll('.', '\\.') : value
}

/** Rows are flat, one field for each member. */
export const withFlatFields = (chart: Chart): Chart =>
  mapChart(chart, ({ key, value, owner }) => (fieldNames.has(key) || (key === 'value' && 'pivot' in owner) ? escaped(value) : value))

/** Titles that the compiler made of fields show them as they are called. */
export const withPlainTitles = (vega: Chart): Chart =>
  mapChart(vega, ({ key, value }) => (key === 'title' && typeof value === 'string' ? value.replaceAll('\\.', '.') : value))
