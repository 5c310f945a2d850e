import { useEffect, useMemo } from 'react'
import { useMessages, usePage, usePageState } from '../page-context.ts'
import { chartOf, reportOf } from '../session/data-widgets.ts'
import { EmptyWidget, FailedWidget, LoadingWidget } from '../states/WidgetNotice.tsx'
import { WidgetNotes } from '../states/WidgetNotes.tsx'
import type { Shown } from '../store/page-state.ts'
import { prefetchBody } from '../widgets/bodies.ts'
import type { Look, Widget, WidgetData } from '../widgets/types.ts'
import { WidgetBody } from '../widgets/WidgetBody.tsx'
import classes from './layout.module.css'

const useLook = (): Look | null => {
  const theme = usePageState((state) => state.theme)
  const locale = usePageState((state) => state.locale)
  const timezone = usePageState((state) => state.timezone)
  return useMemo(() => {
    if (!theme) return null
    const { scheme, accent, palette, fontFamily, text, background } = theme
    return { locale, timezone, scheme, accent, palette, fontFamily, text, background }
  }, [theme, locale, timezone])
}

type ContentProps = { widget: Widget; shown: Shown }

const Body = ({ widget, shown, data }: ContentProps & { data: WidgetData | null }) => {
  const page = usePage()
  const look = useLook()
  const mayDownload = usePageState((state) => state.mayDownload)
  const { words } = useMessages()
  const report = reportOf(shown, widget)
  if (!look) return null
  return (
    <WidgetBody
      widget={widget}
      report={report}
      chart={chartOf(shown, report)}
      data={data}
      look={look}
      words={words}
      isCreatorContent={shown.settings.isCreatorContent}
      mayDownload={mayDownload && shown.dashboard.restrictDataDownload !== true}
      onDrill={(drill) => page.tell('drilldown', drill)}
      onDownload={(told) => page.tell('download', told)}
    />
  )
}

/** What a widget shows: its rows, that they are on their way, that there are none, or why they do not come. */
export const WidgetContent = ({ widget, shown }: ContentProps) => {
  const state = usePageState(({ widgets }) => widgets[widget.id])
  useEffect(() => {
    const report = reportOf(shown, widget)
    prefetchBody(widget, report, chartOf(shown, report))
  }, [widget, shown])
  if (widget.type === 'TEXT')
    return (
      <div className={classes['body']}>
        <Body widget={widget} shown={shown} data={null} />
      </div>
    )
  if (state?.status === 'failed') return <FailedWidget widgetId={widget.id} problem={state.problem} />
  const data = state?.status === 'shown' ? state.data : state?.before
  const isBusy = state?.status !== 'shown'
  if (!data || (isBusy && state?.waiting)) return <LoadingWidget waiting={state?.status === 'loading' ? state.waiting : null} />
  return (
    <>
      {data.rowCount === 0 && !isBusy ? (
        <EmptyWidget data={data} />
      ) : (
        <div className={classes['body']} aria-busy={isBusy}>
          <Body widget={widget} shown={shown} data={data} />
        </div>
      )}
      <WidgetNotes data={data} />
    </>
  )
}
