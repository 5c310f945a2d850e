import { isObject } from '../../format/is-object.ts'
import { textOf } from '../../format/text-of.ts'
import type { WidgetData } from '../types.ts'
import type { VegaSpec } from './vega-spec.ts'

const [characterPx, gapPx, axisPx] = [6.5, 14, 90]

/** The member whose values an axis shows, by the scale that it has. */
const memberOf = (scaleName: unknown, { scales }: VegaSpec): string | null => {
  const listed: unknown[] = Array.isArray(scales) ? scales : []
  const scale = listed.find((each) => isObject(each) && each['name'] === scaleName)
  const domain: unknown = isObject(scale) ? scale['domain'] : null
  const fields: unknown[] = isObject(domain) && Array.isArray(domain['fields']) ? domain['fields'] : [domain]
  const [first] = fields
  const field: unknown = isObject(first) ? first['field'] : null
  return typeof field === 'string' ? field.replaceAll('\\.', '.') : null
}

/** Whether the labels of a member have room beside each other. */
const fits = (member: string, { columns, values }: WidgetData, widthPx: number): boolean => {
  const index = columns.findIndex((column) => column.member === member || column.aliases.includes(member))
  const labels = [...new Set(values[index] ?? [])].map(textOf)
  const longest = labels.reduce((most, label) => Math.max(most, label.length), 0)
  return index >= 0 && labels.length * (longest * characterPx + gapPx) < widthPx - axisPx
}

/** The compiler turns labels of categories upright whether they have room or not; those that have are easier to read as they are. */
export const levelLabels = (vega: VegaSpec, data: WidgetData, widthPx: number): VegaSpec => {
  const { axes } = vega
  if (!Array.isArray(axes)) return vega
  return {
    ...vega,
    axes: axes.map((axis: unknown) => {
      if (!isObject(axis) || axis['labelAngle'] !== 270) return axis
      const member = memberOf(axis['scale'], vega)
      if (member === null || !fits(member, data, widthPx)) return axis
      const { labelAngle: _angle, labelAlign: _align, labelBaseline: _baseline, ...level } = axis
      return level
    }),
  }
}
