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

/** `isShort`: it is a table that needs less room than it has. */
type CellProps = { widget: Widget; area: Area; grid: Grid; shown: Shown; isShort: boolean }

const styleOf = ({ grid, area, widget: { type }, isShort }: CellProps): CSSProperties => {
  if (!grid.isSingle) return { gridColumn: `${area.column + 1} / span ${area.columns}`, gridRow: `${area.row + 1} / span ${area.rows}` }
  // In one column only what is drawn into a given height has one.
  return type === 'CHART' && !isShort ? { blockSize: heightOf(grid, area) } : {}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const titleOf = (shown: Shown, widget: Widget): string => {
  const report = reportOf(shown, widget)
  return textOf(widget.config?.['title']) || report?.title || report?.name || ''
}

const Titled = (props: CellProps) => {
  const { widget, shown, isShort } = props
  const page = usePage()
  const { aiOff, reportMissing } = useMessages()
  const titleId = useId()
  const hasRows = needsData(shown, widget)
  const [sentinel, isNear] = useNear(() => hasRows && page.approach(widget.id))
  const title = widget.type === 'TEXT' ? '' : titleOf(shown, widget)
  const isHidden = widget.config?.['isTitleHidden'] === true
  return (
    <section
      // A landmark for each of forty widgets would hide the page's own, and two of one report would have one name.
      role="group"
      className={classes['widget']}
      style={styleOf(props)}
      data-widget={widget.id}
      tabIndex={-1}
      data-short={isShort || undefined}
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
export const WidgetCell = (props: CellProps) => {
  const { widget, grid } = props
  const style = styleOf(props)
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
      return <Titled {...props} />
  }
}
