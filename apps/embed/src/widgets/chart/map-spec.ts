import { isObject } from '../../format/is-object.ts'
import type { VegaSpec } from './vega-spec.ts'

type Entry = { key: string; value: unknown }

/** A copy of a chart with the entries of its objects changed, the inner ones first. Data that the author wrote down stays as it is. */
export const mapSpec = (spec: VegaSpec, change: (entry: Entry) => unknown): VegaSpec => {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, change({ key, value: key === 'values' ? entry : copy(entry) })]),
    )
  }
  return copy(spec) as VegaSpec
}
