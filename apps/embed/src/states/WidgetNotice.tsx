import type { ReactNode } from 'react'
import { filteringIn } from '../controls/filtering.ts'
import { errorText } from '../i18n/error-text.ts'
import { useMessages, usePage, usePageState } from '../page-context.ts'
import type { WidgetState } from '../store/page-state.ts'
import type { WidgetData } from '../widgets/types.ts'
import { ErrorCode } from './ErrorCode.tsx'
import { keepingFocus } from './keep-focus.ts'
import classes from './states.module.css'

/** What is said in place of a widget. */
export const WidgetNotice = ({ children }: { children: ReactNode }) => <div className={classes['notice']}>{children}</div>

export const LoadingWidget = ({ waiting }: Pick<Extract<WidgetState, { status: 'loading' }>, 'waiting'>) => {
  const messages = useMessages()
  const locale = usePageState((state) => state.locale)
  return (
    <WidgetNotice>
      <span className={classes['bar']} aria-hidden="true" />
      {waiting === null ? (
        <p className={classes['unseen']}>{messages.widgetLoading}</p>
      ) : (
        <>
          <p>{messages.waiting(new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(waiting.seconds))}</p>
          {waiting.stage !== null && <p>{messages.stages[waiting.stage]}</p>}
        </>
      )}
    </WidgetNotice>
  )
}

export const FailedWidget = ({ widgetId, problem }: { widgetId: string } & Pick<Extract<WidgetState, { status: 'failed' }>, 'problem'>) => {
  const page = usePage()
  const messages = useMessages()
  return (
    <WidgetNotice>
      <p>{messages.widgetFailed}</p>
      <p>{errorText(messages, problem)}</p>
      <ErrorCode problem={problem} />
      <button type="button" onClick={keepingFocus(() => page.retry(widgetId))}>
        {messages.retry}
      </button>
    </WidgetNotice>
  )
}

/** No rows: because of what was filtered, or because none are for this viewer. */
export const EmptyWidget = ({ data: { notes } }: { data: WidgetData }) => {
  const page = usePage()
  const messages = useMessages()
  const filtering = usePageState(filteringIn)
  if (filtering === 'none' || notes.includes('filters_skipped'))
    return (
      <WidgetNotice>
        <p>{messages.noRowsShared}</p>
      </WidgetNotice>
    )
  return (
    <WidgetNotice>
      <p>{messages.noRowsFiltered}</p>
      {filtering === 'clearable' && (
        <button type="button" onClick={keepingFocus(page.clearFilters)}>
          {messages.clearFilters}
        </button>
      )}
    </WidgetNotice>
  )
}
