import { isObject } from '../../format/is-object.ts'
import type { Look, Snapshot, WidgetData } from '../types.ts'
import { layLegendsBelow } from './lay-legends-below.ts'
import { levelLabels } from './level-labels.ts'
import { mapSpec } from './map-spec.ts'
import { currencyOf, withMeasureFormats } from './measure-formats.ts'
import { withTimeFormats } from './time-formats.ts'
import { plainTitle } from './read-item.ts'
import { type VegaSpec, withTitles } from './vega-spec.ts'

// A legend beside the plot would leave too little of one that is narrower.
const narrowPx = 460

export const isNarrow = (widthPx: number): boolean => widthPx < narrowPx

/** The compiler knows names of members only; people are shown their titles. */
const withPlainTitles = (vega: VegaSpec, { columns }: WidgetData): VegaSpec => {
  const titled = withTitles(columns)
  return mapSpec(vega, ({ key, value }) =>
    (key === 'title' || key === 'text') && typeof value === 'string' ? titled(plainTitle(value.replaceAll('\\.', '.'))) : value,
  )
}

/** Rules and texts are black where the author says nothing of them, which nobody sees on a dark ground. */
const withTextColour = (vega: VegaSpec, { text }: Look): VegaSpec =>
  mapSpec(vega, ({ key, value }) =>
    (key === 'stroke' || key === 'fill') && isObject(value) && value['value'] === 'black' ? { ...value, value: text } : value,
  )

/** A compiled chart made ready for these rows, this theme and this room. What the author of the chart said himself stays. */
export const prepareSpec = (vega: VegaSpec, report: Snapshot | null, data: WidgetData, look: Look, widthPx: number): VegaSpec => {
  const author = typeof report?.spec === 'string' ? report.spec : JSON.stringify(report?.spec ?? null)
  const measured = withMeasureFormats(vega, report, data, currencyOf(data.columns))
  const timed = withTimeFormats(measured, look.locale, author)
  const titled = withPlainTitles(timed, data)
  const coloured = /\bblack\b/.test(author) ? titled : withTextColour(titled, look)
  const placed = isNarrow(widthPx) ? layLegendsBelow(coloured) : coloured
  return author.includes('labelAngle') ? placed : levelLabels(placed, data, widthPx)
}
