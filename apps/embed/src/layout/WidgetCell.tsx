import { type CSSProperties, useId } from 'react'
import { ControlWidget } from '../controls/ControlWidget.tsx'
import { useMessages, usePage } from '../page-context.ts'
import { needsData, reportOf } from '../session/data-widgets.ts'
import { WidgetNotice } from '../states/WidgetNotice.tsx'
import type { Shown } from '../store/page-state.ts'
import type { Widget } from '../widgets/types.ts'
import { type Area, type Grid, heightOf } from './grid-rules.ts'
import classes from './layout.module.css'
import { useNear } from './use-near.ts'
import { WidgetContent } from './WidgetContent.tsx'

type CellProps = { widget: Widget; area: Area; grid: Grid; shown: Shown }

const styleOf = (grid: Grid, area: Area, { type }: Widget): CSSProperties => {
  if (!grid.isSingle) return { gridColumn: `${area.column + 1} / span ${area.columns}`, gridRow: `${area.row + 1} / span ${area.rows}` }
  // In one column only what is drawn into a given height has one.
  return type === 'CHART' ? { blockSize: heightOf(grid, area) } : {}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const titleOf = (shown: Shown, widget: Widget): string => {
  const report = reportOf(shown, widget)
  return textOf(widget.config?.['title']) || report?.title || report?.name || ''
}

const Titled = ({ widget, shown, area, grid }: CellProps) => {
  const page = usePage()
  const { aiOff, reportMissing } = useMessages()
  const titleId = useId()
  const hasRows = needsData(shown, widget)
  const [sentinel, isNear] = useNear(() => hasRows && page.approach(widget.id))
  const title = widget.type === 'TEXT' ? '' : titleOf(shown, widget)
  const isHidden = widget.config?.['isTitleHidden'] === true
  return (
    <section
      className={classes['widget']}
      style={styleOf(grid, area, widget)}
      data-widget={widget.id}
      tabIndex={-1}
      {...(title === '' ? {} : { 'aria-labelledby': titleId })}
    >
      <span ref={sentinel} className={classes['sentinel']} aria-hidden="true" />
      {title !== '' && (
        <h2 id={titleId} className={classes[isHidden ? 'unseen' : 'widgetTitle']}>
          {title}
        </h2>
      )}
      {widget.type === 'AI' && (
        <WidgetNotice>
          <p>{aiOff}</p>
        </WidgetNotice>
      )}
      {widget.type === 'CHART' && !hasRows && (
        <WidgetNotice>
          <p>{reportMissing}</p>
        </WidgetNotice>
      )}
      {isNear && (hasRows || widget.type === 'TEXT') && <WidgetContent widget={widget} shown={shown} />}
    </section>
  )
}

/** One widget in its place. */
export const WidgetCell = ({ widget, area, grid, shown }: CellProps) => {
  const style = styleOf(grid, area, widget)
  switch (widget.type) {
    case 'SPACER':
      return grid.isSingle ? null : <div style={style} />
    case 'DIVIDER':
      return <hr className={classes['divider']} style={style} />
    case 'CONTAINER': {
      const title = textOf(widget.config?.['title'])
      return (
        <div className={classes['container']} style={style}>
          {title !== '' && <h2 className={classes['widgetTitle']}>{title}</h2>}
        </div>
      )
    }
    case 'FILTER':
    case 'TIME_GRAIN':
      return (
        <div className={classes['control']} style={style} data-widget={widget.id}>
          <ControlWidget widget={widget} />
        </div>
      )
    default:
      return <Titled widget={widget} area={area} grid={grid} shown={shown} />
  }
}
