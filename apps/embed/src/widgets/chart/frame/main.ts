/**
 * Runs in a frame of no origin, which holds no token and reaches no server. Charts that people in frames made are drawn there: should one
 * get out of what draws it, it is out in a place that has nothing.
 */
import { hearPage, say, takeStyle } from '../../frame/in-frame.ts'
import { type ChartMessage, isShowChart, type ShowChart, toldItem, toldItems } from '../frame-messages.ts'
import { createPageSurface } from '../page-surface.ts'
import { TooManyMarks } from '../render-chart.ts'

const box = document.querySelector<HTMLElement>('#chart') ?? document.body
const surface = createPageSurface()
let takeAway = (): void => undefined
let drawn = Promise.resolve()
let leave = (): void => undefined

const tell = (message: ChartMessage): void => say(message)

const show = async ({ turn, ...parts }: ShowChart): Promise<void> => {
  takeStyle(parts.look, parts.look.locale)
  takeAway()
  takeAway = () => undefined
  leave = () => tell({ type: 'facet-chart-left', turn })
  try {
    takeAway = await surface.draw(box, parts, {
      onMarks: (items, { clientX: x, clientY: y }, isSpoken) =>
        tell({ type: 'facet-chart-marks', turn, items: toldItems(items), x, y, isSpoken }),
      onChoose: (item) => tell({ type: 'facet-chart-chosen', turn, item: toldItem(item) }),
      onLeave: leave,
    })
    tell({ type: 'facet-chart-drawn', turn })
  } catch (error) {
    tell({ type: 'facet-chart-failed', turn, marks: error instanceof TooManyMarks ? error.marks : null })
  }
}

hearPage((sent) => {
  if (!isShowChart(sent)) return
  // One after another: each is drawn where the last one was.
  drawn = drawn.then(() => show(sent))
})

// The page hears no key that is pressed in here.
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') leave()
})
