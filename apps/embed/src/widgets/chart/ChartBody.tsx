import { type RefCallback, Suspense, useRef, useState } from 'react'
import { Actions } from '../Actions.tsx'
import { lazyPart } from '../lazy-part.tsx'
import type { BodyProps } from '../types.ts'
import { WidgetNotice } from '../WidgetNotice.tsx'
import classes from './Chart.module.css'
import { createFramedSurface } from './framed-surface.ts'
import { createPageSurface } from './page-surface.ts'
import { maxMarks } from './render-chart.ts'
import { type ChartState, useChart } from './use-chart.ts'
import type { VegaSpec } from './vega-spec.ts'

const DataTable = lazyPart(async () => (await import('../table/DataTable.tsx')).DataTable)

/** `isFramed`: it is drawn in a frame of no origin. */
type Props = BodyProps & { vega: VegaSpec; isFramed: boolean }

const noteOf = (state: ChartState, { data, look, words }: Props, shownRows: number): string | null => {
  const count = (value: number): string => new Intl.NumberFormat(look.locale).format(value)
  if (state.kind === 'too_many_marks') return words.chartTooLarge(count(state.marks), count(maxMarks))
  if (state.kind === 'failed') return words.chartFailed
  if (shownRows < data.rowCount) return words.chartSampled(count(shownRows), count(data.rowCount))
  return data.isTruncated ? words.truncated(count(data.rowCount)) : null
}

type Toggle = { ref: RefCallback<HTMLButtonElement>; onClick: () => void }

const Drawing = ({ toggle, ...props }: Props & { toggle: Toggle }) => {
  const { words, isFramed } = props
  const { box, state, description, shownRows } = useChart(props, props.vega, isFramed ? createFramedSurface : createPageSurface)
  const isDrawable = state.kind === 'drawing' || state.kind === 'drawn'
  const note = noteOf(state, props, shownRows)
  return (
    <figure className={classes['figure']} aria-label={description} aria-busy={state.kind === 'drawing'}>
      {isDrawable ? (
        <>
          <div className={classes['room']}>
            <div ref={box} className={classes['box']} tabIndex={isFramed ? undefined : 0} />
          </div>
          <Actions note={note}>
            <button type="button" {...toggle}>
              {words.showAsTable}
            </button>
          </Actions>
        </>
      ) : (
        <>
          <p className={classes['note']} role="status">
            {note}
          </p>
          <Suspense fallback={null}>
            <DataTable {...props} />
          </Suspense>
        </>
      )}
    </figure>
  )
}

/** A chart, and the same rows as a table for whoever prefers to read them. */
export const ChartBody = ({ vega, ...props }: Props) => {
  const { data, words } = props
  const [isTable, setIsTable] = useState(false)
  const isToggled = useRef(false)
  // The button that was pressed goes, and the one that takes its place has the focus: here or, once its file has come, in the table.
  const toggle: Toggle = {
    ref: (button) => {
      if (button && isToggled.current) button.focus()
      if (button) isToggled.current = false
    },
    onClick: () => {
      isToggled.current = true
      setIsTable(!isTable)
    },
  }
  if (data.rowCount === 0) return <WidgetNotice>{words.noRows}</WidgetNotice>
  if (!isTable) return <Drawing {...props} vega={vega} toggle={toggle} />
  return (
    <Suspense fallback={<WidgetNotice>{words.loading}</WidgetNotice>}>
      <DataTable
        {...props}
        more={
          <button type="button" {...toggle}>
            {words.showAsChart}
          </button>
        }
      />
    </Suspense>
  )
}
