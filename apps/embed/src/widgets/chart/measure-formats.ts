import { isObject } from '../../format/is-object.ts'
import { numberStyleOf } from '../../format/number-style.ts'
import type { Column, Snapshot, WidgetData } from '../types.ts'
import { mapSpec } from './map-spec.ts'
import type { VegaSpec } from './vega-spec.ts'

const scalesIn = (vega: VegaSpec): Map<unknown, Record<string, unknown>> => {
  const scales = new Map<unknown, Record<string, unknown>>()
  mapSpec(vega, ({ key, value }) => {
    if (key === 'scales' && Array.isArray(value)) for (const scale of value) if (isObject(scale)) scales.set(scale['name'], scale)
    return value
  })
  return scales
}

const fieldsIn = (domain: unknown): string[] => {
  if (typeof domain === 'string') return [domain.replaceAll('\\.', '.')]
  if (Array.isArray(domain)) return domain.flatMap(fieldsIn)
  return isObject(domain) ? [...fieldsIn(domain['field']), ...fieldsIn(domain['fields'])] : []
}

/** Values of a measure, also when the chart sums, averages or stacks them; a count of rows is none. */
const isOf = (field: string, { member, aliases }: Column): boolean =>
  [member, ...aliases].some((name) => {
    const [before, after] = [field.slice(0, field.indexOf(name)), field.slice(field.indexOf(name) + name.length)]
    return field.includes(name) && /^(?:(?:sum|mean|average|median|min|max)_)?$/.test(before) && /^(?:_start|_end)?$/.test(after)
  })

const specifiers: Readonly<Record<string, string>> = { currency: '$~s', percent: ',~%', compact: '~s' }

/**
 * Axes and legends write numbers as their measure does: amounts with the currency, shares in percent. A format of the author stays.
 * `currency` is what `$` stands for in this chart; amounts of another are left without a sign.
 */
export const withMeasureFormats = (vega: VegaSpec, report: Snapshot | null, { columns }: WidgetData, currency: string | null): VegaSpec => {
  const scales = scalesIn(vega)
  const formatFor = (scaleName: unknown): string | undefined => {
    const fields = fieldsIn(scales.get(scaleName)?.['domain'])
    const column = columns.find((each) => each.kind === 'measure' && fields.length > 0 && fields.every((field) => isOf(field, each)))
    if (!column) return undefined
    const { kind } = numberStyleOf(column, report?.preferences?.columnFormats?.[column.member])
    return kind === 'currency' && column.currency !== currency ? undefined : specifiers[kind]
  }
  return mapSpec(vega, ({ key, value }) => {
    if ((key !== 'axes' && key !== 'legends') || !Array.isArray(value)) return value
    return value.map((guide: unknown) => {
      if (!isObject(guide) || guide['format'] !== undefined) return guide
      const format = formatFor(guide['scale'] ?? guide['fill'] ?? guide['stroke'] ?? guide['size'])
      return format === undefined ? guide : { ...guide, format }
    })
  })
}

/** What `$` stands for in a chart: one currency, the first that its measures name. */
export const currencyOf = (columns: readonly Column[]): string | null => columns.find(({ currency }) => currency !== null)?.currency ?? null
