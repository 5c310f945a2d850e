import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { createValueFormat } from '../../format/format-value.ts'
import type { BodyProps, WidgetData } from '../types.ts'
import classes from './Chart.module.css'
import { chartRows } from './chart-rows.ts'
import { describeChart } from './describe-chart.ts'
import { currencyOf } from './measure-formats.ts'
import { isNarrow, prepareSpec } from './prepare-spec.ts'
import { linesOfPoints } from './point-lines.ts'
import { drillOf } from './read-item.ts'
import { maxMarks, TooManyMarks } from './render-chart.ts'
import type { Item } from './scene.ts'
import type { Surface } from './surface.ts'
import { createTooltip } from './tooltip.ts'
import { columnsIn, hasOwnTooltip } from './own-tooltip.ts'
import { needsAllRows, type VegaSpec, withTitles } from './vega-spec.ts'

export type ChartState = { kind: 'drawing' } | { kind: 'drawn' } | { kind: 'too_many_marks'; marks: number } | { kind: 'failed' }

type Drawing = { box: RefObject<HTMLDivElement | null>; state: ChartState; description: string; shownRows: number }

/** Draws a chart into a box for as long as the component is there, and again when its rows, the theme or the shape of its room change. */
export const useChart = (
  { report, data, look, words, widget, onDrill }: BodyProps,
  vega: VegaSpec,
  createSurface: () => Surface,
): Drawing => {
  const box = useRef<HTMLDivElement>(null)
  const [surface] = useState(createSurface)
  useEffect(() => surface.close, [surface])
  // What became of some rows says nothing of the next.
  const [drawn, setDrawn] = useState<{ data: WidgetData; state: ChartState } | null>(null)
  const state: ChartState = drawn?.data === data ? drawn.state : { kind: 'drawing' }
  const [turns, setTurns] = useState(0)
  // Listeners of a chart that is drawn already call what holds now.
  const drill = useRef(onDrill)
  drill.current = onDrill

  // More marks than can be drawn are not even made, where fewer rows say the same.
  const stride = data.rowCount > maxMarks && !needsAllRows(vega) ? Math.ceil(data.rowCount / maxMarks) : 1
  const description = useMemo(() => describeChart({ report, data, look, words }), [report, data, look, words])

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const { columns } = data
    const readable = columnsIn(report, columns).map((column) => ({
      ...column,
      write: createValueFormat(column, { locale: look.locale, report, words }),
    }))
    const tooltip = createTooltip(classes['tooltip'] ?? '', element.parentElement ?? element)
    let isGone = false
    let takeAway: (() => void) | null = null
    const wasNarrow = isNarrow(element.clientWidth)
    // A telephone that is turned: where the legend is belongs to how the chart is laid out.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && isNarrow(element.clientWidth) !== wasNarrow) setTurns(turns + 1)
    })
    observer.observe(element)

    const titled = withTitles(columns)
    const isAuthored = hasOwnTooltip(report)
    const lookInto = (item: Item | null | undefined): void => {
      const found = drillOf(item, columns)
      if (found) drill.current({ ...found, widgetId: widget.id })
    }
    const draw = async (): Promise<void> => {
      // Text is measured when a chart is laid out, so its font has to be there.
      await document.fonts.ready
      const parts = {
        vega: prepareSpec(vega, report, data, look, element.clientWidth),
        rows: chartRows(data, stride),
        look,
        description,
        currency: currencyOf(columns),
      }
      const end = await surface.draw(element, parts, {
        onMarks: (items, place, isSpoken) => {
          const lines = linesOfPoints(items, readable, titled, isAuthored)
          if (lines.length > 0) tooltip.show({ lines, place, isSpoken })
          else tooltip.hide()
        },
        onChoose: lookInto,
        onLeave: tooltip.hide,
      })
      if (isGone) end()
      else {
        takeAway = end
        setDrawn({ data, state: { kind: 'drawn' } })
      }
    }
    draw().catch((error: unknown) => {
      if (isGone) return
      setDrawn({ data, state: error instanceof TooManyMarks ? { kind: 'too_many_marks', marks: error.marks } : { kind: 'failed' } })
    })
    return () => {
      isGone = true
      observer.disconnect()
      takeAway?.()
      tooltip.remove()
    }
  }, [vega, data, look, words, report, description, stride, widget.id, turns, surface])

  return { box, state, description, shownRows: Math.ceil(data.rowCount / stride) }
}
