import { isObject } from '../../format/is-object.ts'
import type { Item } from './scene.ts'
import type { ChartParts } from './surface.ts'
import type { Place } from './tooltip.ts'

/** What the page and the frame of a chart say to each other. `turn`: which of the charts that were shown there it is about. */
export type ShowChart = ChartParts & { type: 'facet-chart-show'; turn: number }

/** The page is ours, and says nothing else by this name. */
export const isShowChart = (sent: unknown): sent is ShowChart => isObject(sent) && sent['type'] === 'facet-chart-show'

/** What of a mark is told: the row behind it, and what its author says of it. */
export type ToldItem = Pick<Item, 'datum' | 'tooltip'>

export type ChartMessage =
  | { type: 'facet-chart-drawn'; turn: number }
  /** `marks`: how many there would be, where that is why. */
  | { type: 'facet-chart-failed'; turn: number; marks: number | null }
  | { type: 'facet-chart-marks'; turn: number; items: ToldItem[]; x: number; y: number; isSpoken: boolean }
  | { type: 'facet-chart-chosen'; turn: number; item: ToldItem | null }
  | { type: 'facet-chart-left'; turn: number }

const maxFields = 50
const maxItems = 50
const maxText = 500

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const cut = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, maxText) : value)

const fieldsOf = (value: unknown): Record<string, unknown> | undefined =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .slice(0, maxFields)
          .flatMap(([name, field]) => (isPlain(field) ? [[name.slice(0, maxText), cut(field)]] : [])),
      )
    : undefined

/** A mark as it may be told, and as it is taken: a few fields of plain values. */
export const toldItem = (item: unknown): ToldItem | null => {
  const datum = isObject(item) ? fieldsOf(item['datum']) : undefined
  if (!isObject(item) || !datum) return null
  const { tooltip } = item
  return { datum, ...(isPlain(tooltip) ? { tooltip: cut(tooltip) } : { tooltip: fieldsOf(tooltip) }) }
}

export const toldItems = (items: unknown): ToldItem[] =>
  Array.isArray(items)
    ? items
        .slice(0, maxItems)
        .map(toldItem)
        .filter((item) => item !== null)
    : []

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Reads what the frame of a chart sent: whoever wrote the chart may have got as far as running script there. */
export const readChartMessage = (sent: unknown): ChartMessage | null => {
  if (!isObject(sent) || !isNumber(sent['turn'])) return null
  const { type, turn, item, items, marks, x, y } = sent
  switch (type) {
    case 'facet-chart-drawn':
    case 'facet-chart-left':
      return { type, turn }
    case 'facet-chart-failed':
      return { type, turn, marks: isNumber(marks) ? marks : null }
    case 'facet-chart-chosen':
      return { type, turn, item: toldItem(item) }
    case 'facet-chart-marks':
      return isNumber(x) && isNumber(y) ? { type, turn, items: toldItems(items), x, y, isSpoken: sent['isSpoken'] === true } : null
    default:
      return null
  }
}

const within = (at: number, room: number): number => Math.min(Math.max(at, 0), room)

/** Where on the page a mark is. Never outside of the chart: a frame in which script got to run must not put words anywhere else. */
export const placeIn = (box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>, { x, y }: { x: number; y: number }): Place => ({
  clientX: box.left + within(x, box.width),
  clientY: box.top + within(y, box.height),
})
