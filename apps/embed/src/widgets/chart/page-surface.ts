import { datumOf } from './read-item.ts'
import { renderChart } from './render-chart.ts'
import type { ChartEvents, ChartParts, Surface } from './surface.ts'
import { walkMarks } from './walk-marks.ts'

const drawInto = async (box: HTMLElement, parts: ChartParts, { onMarks, onChoose, onLeave }: ChartEvents): Promise<() => void> => {
  const chart = await renderChart(box, parts, {
    onHover: (items, place) => onMarks(items, place, false),
    onClick: onChoose,
  })
  const endWalk = walkMarks(box, {
    marks: () => chart.marks().filter(({ item }) => datumOf(item) !== null),
    onMark: (item, place) => onMarks([item], place, true),
    onChoose,
    onLeave,
  })
  return () => {
    endWalk()
    chart.destroy()
  }
}

/** Draws into the document that it runs in. One chart after another: one that comes too late would take away the next with itself. */
export const createPageSurface = (): Surface => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    draw: (box, parts, events) => {
      const next = last.then(() => drawInto(box, parts, events))
      last = next.catch(() => undefined)
      return next
    },
    close: () => undefined,
  }
}
