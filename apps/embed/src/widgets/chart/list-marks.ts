import { ofData } from './count-marks.ts'
import type { Item, Mark } from './scene.ts'

/** A mark of the data, and its middle. */
export type PlacedMark = { item: Item; x: number; y: number }

/** A line and an area are one mark with as many items as points; others are as large as they are. */
const middleOf = ({ marktype }: Mark, { x = 0, y = 0, bounds }: Item): [number, number] =>
  bounds && marktype !== 'line' && marktype !== 'area' ? [(bounds.x1 + bounds.x2) / 2, (bounds.y1 + bounds.y2) / 2] : [x, y]

/** Marks of data as they come in the scene, groups within groups among them. */
export const listMarks = (groups: readonly Item[], left: number, top: number): PlacedMark[] =>
  groups.flatMap((group) => {
    const [x, y] = [left + (group.x ?? 0), top + (group.y ?? 0)]
    const marks = (group.items ?? []).filter(({ role }) => ofData(role))
    return marks.flatMap((mark) => {
      if (mark.marktype === 'group') return listMarks(mark.items, x, y)
      return mark.items.map((item) => {
        const [right, down] = middleOf(mark, item)
        return { item, x: x + right, y: y + down }
      })
    })
  })
