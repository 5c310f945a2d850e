import type { FilterChoices, WidgetDataLine } from '@facet/contract'
import type { Filters, Problem } from '@facet/embed/page'
import { type Chosen, chosenBy, type Control, controlsOf, sentControls } from '../controls/control-rules.ts'
import { createLoader } from '../data/create-loader.ts'
import { readLines } from '../data/read-lines.ts'
import type { Store } from '../store/create-store.ts'
import type { PageState } from '../store/page-state.ts'
import type { Session } from './create-session.ts'
import { widgetsOf } from './data-widgets.ts'
import type { Pause } from './pause.ts'
import { changeBy, failedWidgets, loadingWidgets } from './widget-updates.ts'

/** Whatever is near the view has been asked for by then. */
const quietMs = 1000

type Parts = {
  view: Window
  store: Store<PageState>
  session: Session
  pause: Pause
  /** What is shown is no longer what is published. */
  onRepublished: (problem: Problem) => void
  /** A request for rows is over, or none was made. */
  onQuiet: () => void
}

export type Data = {
  reload: (isFresh?: boolean) => void
  /** Drops all rows; nothing is asked for until `reload`. */
  forget: () => void
  /** Comes near the view, so that its rows are wanted. */
  approach: (widgetId: string) => void
  retry: (widgetId: string) => void
  choose: (widgetId: string, chosen: Chosen) => void
  clearFilters: () => void
  /** In place of all filters, or beside them. */
  setFilters: (filters: Filters, isWhole: boolean) => void
  listChoices: (widgetId: string, search: string, signal: AbortSignal) => Promise<FilterChoices>
}

/** The rows of the dashboard that is shown, and the controls that they are asked with. */
export const openData = ({ view, store: { get, set }, session, pause, onRepublished, onQuiet }: Parts): Data => {
  let streams = 0
  const widgets = () => {
    const { shown } = get()
    return shown ? widgetsOf(shown) : []
  }
  const controls = (): Control[] => controlsOf(widgets())
  const ask = (path: 'data' | 'choices', signal: AbortSignal, body: object): Promise<Response> => {
    const { shown, timezone } = get()
    const { publicId = '', versionId } = shown?.dashboard ?? {}
    return session.ask(`/api/v1/embed/dashboard/${encodeURIComponent(publicId)}/${path}`, signal, { versionId, timezone, ...body })
  }

  const loader = createLoader({
    async *stream({ widgetIds, isFresh, signal }) {
      // As the dashboard has them: observers tell of them in any order.
      const inOrder = widgets().flatMap(({ id }) => (widgetIds.includes(id) ? [id] : []))
      streams++
      try {
        const response = await ask('data', signal, { widgetIds: inOrder, ...sentControls(controls(), get().chosen), isFresh })
        if (response.body) yield* readLines<WidgetDataLine>(response.body)
      } finally {
        streams--
        onQuiet()
      }
    },
    onLoading: (ids) => set({ widgets: loadingWidgets(get().widgets, ids) }),
    onLine: (line) => {
      if (line.type === 'failed' && session.end({ code: line.code, message: line.message, retryable: false })) return
      set(changeBy(line, get()))
    },
    onFailed: (ids, problem) => {
      if (problem.code === 'dashboard_republished') onRepublished(problem)
      else set({ widgets: failedWidgets(get().widgets, ids, problem) })
    },
    soon: (act) => view.setTimeout(act),
    pause,
  })

  const reload = (isFresh = false): void => {
    if (!session.isLive()) return
    loader.restart(isFresh)
    view.setTimeout(() => streams === 0 && onQuiet(), quietMs)
  }
  const setChosen = (chosen: PageState['chosen']): void => {
    set({ chosen })
    reload()
  }
  /** Filters of a host replace all filters; grains are not among them. */
  const keptGrains = (): Record<string, Chosen> => {
    const grains = new Set(controls().flatMap(({ kind, widgetId }) => (kind === 'grain' ? [widgetId] : [])))
    return Object.fromEntries(Object.entries(get().chosen).filter(([widgetId]) => grains.has(widgetId)))
  }

  return {
    reload,
    forget: () => {
      loader.halt()
      set({ widgets: {} })
    },
    approach: (widgetId) => loader.want(widgetId),
    retry: (widgetId) => loader.retry(widgetId),
    choose: (widgetId, chosen) => setChosen({ ...get().chosen, [widgetId]: chosen }),
    clearFilters: () => {
      const open = controls().filter(({ kind, visibility }) => kind === 'filter' && visibility === 'visible')
      setChosen({ ...keptGrains(), ...Object.fromEntries(open.map(({ widgetId }) => [widgetId, { value: null }])) })
    },
    setFilters: (filters, isWhole) => setChosen({ ...(isWhole ? keptGrains() : get().chosen), ...chosenBy(filters, controls()) }),
    listChoices: async (widgetId, search, signal) => {
      const filters = sentControls(controls(), get().chosen).filters.filter((each) => each.widgetId !== widgetId)
      const response = await ask('choices', signal, { widgetId, filters, ...(search === '' ? {} : { search }) })
      return (await response.json()) as FilterChoices
    },
  }
}
