import { numberLocaleOf, timeLocaleOf } from './chart-locale.ts'
import { chartTheme } from './chart-theme.ts'
import { countMarks } from './count-marks.ts'
import { createIntlNumberLocale } from './intl-number-locale.ts'
import { listMarks, type PlacedMark } from './list-marks.ts'
import { nearestPoints } from './nearest-points.ts'
import { createPointMarkers } from './point-markers.ts'
import type { Item } from './scene.ts'
import type { ChartParts } from './surface.ts'
import { createView } from './vega.ts'
import { fillsBox, hasSignal } from './vega-spec.ts'

export const maxMarks = 5000
// Above this a document of SVG is slow; below it every mark has a name for those who cannot see it.
const maxSvgMarks = 1000

const rowsName = 'rows'
const accentName = 'facetAccent'

export class TooManyMarks extends Error {
  readonly marks: number
  constructor(marks: number) {
    super(`The chart would have ${marks} marks; ${maxMarks} can be drawn.`)
    this.marks = marks
  }
}

const forced = { force: true }

// Bars and the like are pointed at themselves; a line is too thin for that.
const solidMarks: ReadonlySet<string | undefined> = new Set(['rect', 'arc', 'path', 'shape', 'image'])
const hasArea = ({ mark }: Item): boolean => solidMarks.has(mark?.marktype) && mark?.role === 'mark'

export type ChartEvents = {
  /** The marks that the pointer is about: one, or the nearest points of all lines and areas. */
  onHover: (items: readonly Item[], event: PointerEvent) => void
  onClick: (item: Item | null | undefined) => void
}

export type RenderedChart = { marks: () => PlacedMark[]; destroy: () => void }

/**
 * Draws a compiled chart into a box and follows its size. All that a chart is, crosses here as values, so that the same call can be made
 * of a frame of another origin. Throws TooManyMarks before anything is drawn.
 */
export const renderChart = async (
  box: HTMLElement,
  { vega, rows, look, description, currency }: ChartParts,
  { onHover, onClick }: ChartEvents,
): Promise<RenderedChart> => {
  const isFilling = fillsBox(vega)
  const locale = { number: numberLocaleOf(look.locale, currency), time: timeLocaleOf(look.locale) }
  const view = createView(vega, chartTheme(look), locale)
  view.locale({ ...view.locale(), ...createIntlNumberLocale(view.locale(), look.locale, currency) })
  const markers = createPointMarkers(box, look)
  let size = { width: 0, height: 0 }
  const observer = new ResizeObserver(() => void fit().catch(() => undefined))
  const destroy = (): void => {
    observer.disconnect()
    view.finalize()
    box.replaceChildren()
  }
  const fit = async (): Promise<void> => {
    const { clientWidth: width, clientHeight: height } = box
    if (!isFilling || width === 0 || height === 0 || (width === size.width && height === size.height)) return
    size = { width, height }
    // Its signals are the size of the plot: a box that is as wide as the plot was would be no change.
    await view.signal('width', width, forced).signal('height', height, forced).runAsync()
  }

  const show = async (): Promise<void> => {
    await view.data(rowsName, rows).runAsync()
    const marks = countMarks(view.scenegraph().root.items)
    if (marks > maxMarks) throw new TooManyMarks(marks)
    view.renderer(marks > maxSvgMarks ? 'canvas' : 'svg')
  }

  /** Where the plot begins in the box. */
  const originOf = (): { left: number; top: number } => {
    const [[x, y], padding] = [view.origin(), view.padding()]
    return { left: x + padding.left, top: y + padding.top }
  }
  const hover = (event: PointerEvent, item: Item | null | undefined): void => {
    const { left, top } = originOf()
    const frame = box.getBoundingClientRect()
    const at = { x: event.clientX - frame.left + box.scrollLeft - left, y: event.clientY - frame.top + box.scrollTop - top }
    const points = item && hasArea(item) ? [] : nearestPoints(view.scenegraph().root.items, at)
    if (points.length > 0) markers.show(points.map((point) => ({ ...point, x: point.x + left, y: point.y + top })))
    else markers.hide()
    onHover(points.length > 0 ? points.map((point) => point.item) : [item].filter((each) => each !== null && each !== undefined), event)
  }

  try {
    view.description(description)
    if (hasSignal(vega, accentName)) view.signal(accentName, look.accent)
    if (isFilling) view.width(Math.max(box.clientWidth, 1)).height(Math.max(box.clientHeight, 1))
    await show()
    view.initialize(box)
    view.addEventListener('pointermove', hover)
    view.addEventListener('pointerdown', hover)
    view.addEventListener('pointerout', (event) => {
      markers.hide()
      onHover([], event)
    })
    view.addEventListener('click', (_, item) => onClick(item))
    await view.runAsync()
    // The first run sets the sizes that the compiler wrote down for a view without a box.
    await fit()
  } catch (error) {
    destroy()
    throw error
  }
  observer.observe(box)
  const marks = (): PlacedMark[] => {
    const { left, top } = originOf()
    return listMarks(view.scenegraph().root.items, left, top)
  }
  return { marks, destroy }
}
