import { Notice } from '@facet/ui'
import type { CSSProperties } from 'react'
import { controlOf } from '../controls/control-rules.ts'
import { useMessages, usePageState } from '../page-context.ts'
import { widgetsOf } from '../session/data-widgets.ts'
import states from '../states/states.module.css'
import type { Shown } from '../store/page-state.ts'
import { type Grid, placeWidgets, rowTracks } from './grid-rules.ts'
import classes from './layout.module.css'
import { Logo } from './Logo.tsx'
import { shortTables } from './short-tables.ts'
import { useWidth } from './use-width.ts'
import { Viewer } from './Viewer.tsx'
import { WidgetCell } from './WidgetCell.tsx'

const gridStyle = (grid: Grid, short: readonly string[]): CSSProperties => ({
  gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
  ...(grid.isSingle ? { gridAutoRows: 'auto' } : { gridTemplateRows: rowTracks(grid, short) }),
  columnGap: grid.columnGap,
  rowGap: grid.rowGap,
})

const Widgets = ({ shown }: { shown: Shown }) => {
  const [element, width] = useWidth()
  const { layout } = shown.dashboard.config
  // A control that is hidden still applies, and is not there to be seen.
  const widgets = widgetsOf(shown).filter((widget) => controlOf(widget)?.visibility !== 'hidden')
  const grid = width === undefined ? undefined : placeWidgets(widgets, layout, width)
  // Text, since the same ids are the same to a store.
  const short = usePageState((state) => (grid ? JSON.stringify(shortTables(state, shown, grid)) : '[]'))
  const shortIds = JSON.parse(short) as string[]
  return (
    <div ref={element} className={classes['grid']} style={grid && gridStyle(grid, shortIds)} data-columns={grid?.columns}>
      {grid?.items.map(({ widget, area }) => (
        <WidgetCell key={widget.id} widget={widget} area={area} grid={grid} shown={shown} isShort={shortIds.includes(widget.id)} />
      ))}
    </div>
  )
}

/** The dashboard: its head, and its widgets where they stand. */
export const DashboardView = () => {
  const { offline, emptyTitle, emptyText } = useMessages()
  const shown = usePageState((state) => state.shown)
  const isOnline = usePageState((state) => state.isOnline)
  if (!shown) return null
  const { title, description, config } = shown.dashboard
  const name = title ?? config.title
  const about = description ?? config.description
  return (
    <main className={classes['page']}>
      <header className={classes['head']}>
        <Logo />
        <div className={classes['name']}>
          {name && <h1 className={classes['title']}>{name}</h1>}
          {about && <p className={classes['about']}>{about}</p>}
        </div>
        <Viewer />
      </header>
      {!isOnline && <p className={states['banner']}>{offline}</p>}
      {widgetsOf(shown).length === 0 ? (
        <Notice title={emptyTitle}>
          <p>{emptyText}</p>
        </Notice>
      ) : (
        <Widgets shown={shown} />
      )}
    </main>
  )
}
