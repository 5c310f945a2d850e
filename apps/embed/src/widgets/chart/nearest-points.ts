import { ofData } from './count-marks.ts'
import type { Item, Mark } from './scene.ts'

/** A point of a line or an area, placed in the chart. */
export type Point = { item: Item; x: number; y: number }
type At = { x: number; y: number }

const isSeries = ({ marktype }: Mark): boolean => marktype === 'line' || marktype === 'area' || marktype === 'trail'

const isOver = ({ width, height }: Item, { x, y }: At): boolean =>
  width === undefined || height === undefined || (x >= 0 && y >= 0 && x <= width && y <= height)

/** The points of each line and area in the plot under the pointer: a chart of several plots has several. */
const seriesAt = (groups: readonly Item[], { x, y }: At, left: number, top: number): Point[][] =>
  groups.flatMap((group) => {
    const [right, down] = [group.x ?? 0, group.y ?? 0]
    const inside = { x: x - right, y: y - down }
    if (!isOver(group, inside)) return []
    const marks = (group.items ?? []).filter(({ role }) => ofData(role))
    return marks.flatMap((mark) => {
      if (mark.marktype === 'group') return seriesAt(mark.items, inside, left + right, top + down)
      if (!isSeries(mark)) return []
      const items = mark.items.filter(({ defined }) => defined !== false)
      return [items.map((item) => ({ item, x: left + right + (item.x ?? 0), y: top + down + (item.y ?? 0) }))]
    })
  })

const isSorted = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || value >= (values[at - 1] ?? value)) ||
  values.every((value, at) => at === 0 || value <= (values[at - 1] ?? value))

type Distance = (point: At, at: At) => number
const across: Distance = (point, at) => Math.abs(point.x - at.x)
const along: Distance = (point, at) => Math.abs(point.y - at.y)
const direct: Distance = (point, at) => Math.hypot(point.x - at.x, point.y - at.y)

/** Lines usually run from left to right, some from top to bottom, and those of a path in every direction. */
const distanceFor = (series: readonly Point[][]): Distance => {
  if (series.every((points) => isSorted(points.map(({ x }) => x)))) return across
  return series.every((points) => isSorted(points.map(({ y }) => y))) ? along : direct
}

const closest = (points: readonly Point[], distance: (point: Point) => number): Point | null =>
  points.reduce<Point | null>((best, point) => (best && distance(best) <= distance(point) ? best : point), null)

// Points of one time may differ by what is lost in calculating.
const samePx = 0.5

/** The points of all lines and areas at the time or category that is nearest to the pointer, from top to bottom; none beside the plot. */
export const nearestPoints = (groups: readonly Item[], at: At): Point[] => {
  const series = seriesAt(groups, at, 0, 0)
  const distance = distanceFor(series)
  const all = series.flat()
  const nearest = closest(all, (point) => distance(point, at))
  if (!nearest) return []
  if (distance === direct) return [nearest]
  return all.filter((point) => distance(point, nearest) < samePx).toSorted((one, other) => one.y - other.y)
}
