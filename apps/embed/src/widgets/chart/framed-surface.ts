import { openFrame, type OpaqueFrame } from '../frame/open-frame.ts'
import { type ChartMessage, placeIn, readChartMessage, type ShowChart } from './frame-messages.ts'
import { TooManyMarks } from './render-chart.ts'
import type { ChartEvents, Surface } from './surface.ts'

/** A chart that keeps its frame busy for longer is shown as its table. */
const maxDrawMs = 15_000

type Shown = { turn: number; box: HTMLElement; events: ChartEvents; resolve: () => void; reject: (error: Error) => void }

const hear = ({ box, events, resolve, reject }: Shown, message: ChartMessage): void => {
  switch (message.type) {
    case 'facet-chart-drawn':
      return resolve()
    case 'facet-chart-failed':
      return reject(message.marks === null ? new Error('The frame could not draw it.') : new TooManyMarks(message.marks))
    case 'facet-chart-marks':
      return events.onMarks(message.items, placeIn(box.getBoundingClientRect(), message), message.isSpoken)
    case 'facet-chart-chosen':
      return events.onChoose(message.item)
    case 'facet-chart-left':
      return events.onLeave()
  }
}

/** Draws in a frame of no origin, which stays from one chart to the next. */
export const createFramedSurface = (): Surface => {
  let opened: { box: HTMLElement; frame: OpaqueFrame } | undefined
  let shown: Shown | undefined
  let turn = 0

  const frameIn = (box: HTMLElement, title: string): OpaqueFrame => {
    if (opened?.box === box) return opened.frame
    opened?.frame.close()
    const onMessage = (message: ChartMessage): void => {
      if (shown && message.turn === shown.turn) hear(shown, message)
    }
    opened = { box, frame: openFrame(box, { address: '/embed/chart-frame', title, read: readChartMessage, onMessage }) }
    return opened.frame
  }

  return {
    draw: async (box, parts, events) => {
      shown?.reject(new Error('Another was drawn in its place.'))
      turn++
      const drawn = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => drawn.reject(new Error('The frame did not answer.')), maxDrawMs)
      const own: Shown = { turn, box, events, resolve: () => drawn.resolve(undefined), reject: drawn.reject }
      shown = own
      frameIn(box, parts.description).send({ type: 'facet-chart-show', turn, ...parts } satisfies ShowChart)
      try {
        await drawn.promise
      } finally {
        clearTimeout(timer)
      }
      return () => {
        if (shown === own) shown = undefined
      }
    },
    close: () => {
      shown = undefined
      opened?.frame.close()
      opened = undefined
    },
  }
}
