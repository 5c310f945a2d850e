import type { DashboardBootstrap } from '@facet/contract'
import type { Action, Granted, Handlers, Live, Problem, Started } from '@facet/embed/page'
import { readAddress } from '../address.ts'
import { type Begun, beginBootstrap } from '../begin-bootstrap.ts'
import { type Chosen, chosenBy, controlsOf, filtersIn, readFilter, sentControls } from '../controls/control-rules.ts'
import { asProblem } from '../data/ask.ts'
import { createLoader } from '../data/create-loader.ts'
import type { Line } from '../data/lines.ts'
import { readLines } from '../data/read-lines.ts'
import type { Handover } from '../handover.ts'
import { messages } from '../i18n/en-us.ts'
import { loadMessages, meantLocale } from '../i18n/load-messages.ts'
import { createStore, type Store } from '../store/create-store.ts'
import type { PageState, Shown } from '../store/page-state.ts'
import { createSession } from './create-session.ts'
import { widgetsOf } from './data-widgets.ts'
import { type HostLink, linkPort, linkWindow } from './host-link.ts'
import { createLoadedWatch } from './loaded.ts'
import { createPause } from './pause.ts'
import { readBootstrap } from './read-bootstrap.ts'
import { meantTimeZone } from './time-zone.ts'
import { changeBy, failedWidgets, loadingWidgets } from './widget-updates.ts'

export type Choices = { items: { value: string | number | boolean | null; label: string }[]; hasMore: boolean }

export type Page = {
  store: Store<PageState>
  choose: (widgetId: string, chosen: Chosen) => void
  clearFilters: () => void
  /** Comes near the view, so that its rows are wanted. */
  approach: (widgetId: string) => void
  retry: (widgetId: string) => void
  /** Tries the start once more, where it failed. */
  startAgain: () => void
  listChoices: (widgetId: string, search: string, signal: AbortSignal) => Promise<Choices>
  tell: (type: 'drilldown' | 'download', payload: unknown) => void
  /** Tells the host the height of this element, where it wants to know it. */
  observe: (wrapper: Element) => () => void
  mayDownload: boolean
}

const firstState = (isOnline: boolean): PageState => ({
  phase: 'loading',
  problem: null,
  isRenewing: false,
  isOnline,
  shown: null,
  locale: 'en-US',
  messages,
  timezone: null,
  scheme: 'auto',
  hostTheme: {},
  theme: null,
  chosen: {},
  toldControls: null,
  widgets: {},
})

const switching: Problem = {
  code: 'session_required',
  message: 'Another dashboard is opened with a session of its own.',
  retryable: true,
}

/** Everything behind what is drawn: the session, the data, the controls and the host. */
export const openPage = (view: Window, handover: Handover): Page => {
  const store = createStore(firstState(view.navigator.onLine))
  const { get, set } = store
  const { parameters, ...address } = readAddress(view.location)
  const pause = createPause(view)
  let link: HostLink | undefined
  let live: Partial<Live> & { publicId: string } = {
    publicId: address.publicId,
    filters: filtersIn(parameters),
    ...Object.fromEntries(['locale', 'timezone'].flatMap((name) => (parameters.has(name) ? [[name, parameters.get(name)]] : []))),
  }
  /** The session of a start whose answer was lost: it may not have arrived at all. */
  let lost: string | undefined
  /** Whether the next session opens the dashboard anew, as it was published again or is another. */
  let isStale = false
  let onSwitched: (() => void) | undefined

  const controls = () => controlsOf(get().shown ? widgetsOf(get().shown as Shown) : [])
  /** As the dashboard has them: observers tell of them in any order. */
  const inOrder = (ids: readonly string[]): string[] => widgetsOf(get().shown as Shown).flatMap(({ id }) => (ids.includes(id) ? [id] : []))
  const path = (end: string): string => `/api/v1/embed/dashboard/${encodeURIComponent(live.publicId)}/${end}`

  const forget = (): void => {
    loader.halt()
    set({ widgets: {}, toldControls: null })
  }
  const session = createSession({
    pause,
    onEnded: (why, problem) => {
      forget()
      set({ phase: why, problem, isRenewing: why === 'expired' && link?.canRenew === true })
      if (why === 'revoked') set({ shown: null })
      link?.[why](problem)
    },
  })
  /** Asks the host for a session that opens the dashboard from the start. */
  const reopen = (problem: Problem): void => {
    isStale = true
    forget()
    set({ phase: 'expired', problem, isRenewing: link?.canRenew === true })
    link?.expired(problem)
  }

  const loaded = createLoadedWatch(store, (payload) => link?.event('dashboard-loaded', payload))
  const loader = createLoader({
    async *stream({ widgetIds, isFresh, signal }) {
      const { shown, chosen, timezone } = get()
      const sent = sentControls(controls(), chosen)
      const body = { versionId: shown?.dashboard.versionId, widgetIds: inOrder(widgetIds), ...sent, timezone, isFresh }
      const response = await session.ask(path('data'), signal, body)
      if (response.body) yield* readLines<Line>(response.body)
    },
    onLoading: (ids) => set({ widgets: loadingWidgets(get().widgets, ids) }),
    onLine: (line) => {
      if (line.type === 'failed' && session.end({ code: line.code, message: line.message, retryable: false })) return
      set(changeBy(line, get()))
    },
    onFailed: (ids, problem) => {
      if (problem.code === 'dashboard_republished') return reopen(problem)
      set({ widgets: failedWidgets(get().widgets, ids, problem) })
    },
    soon: (act) => view.setTimeout(act),
    pause,
  })

  const setLocale = async (wish: string | undefined): Promise<void> => {
    const locale = meantLocale(wish)
    if (locale === undefined) return
    const said = await loadMessages(locale)
    set({ locale, messages: said })
    view.document.documentElement.lang = locale
  }

  const show = async (answer: DashboardBootstrap): Promise<Started> => {
    const { token, expires_in: expiresIn, ...shown } = answer
    lost = undefined
    isStale = false
    const isFirst = get().shown?.dashboard.publicId !== shown.dashboard.publicId
    session.begin(token, expiresIn)
    await setLocale(meantLocale(live.locale) ?? shown.locale)
    // What the viewer chose outlives a dashboard that was published again.
    const chosen = isFirst ? chosenBy(live.filters ?? {}, controlsOf(widgetsOf(shown))) : get().chosen
    set({ phase: 'shown', problem: null, isRenewing: false, shown, chosen, timezone: shown.timezone, widgets: {}, toldControls: null })
    const { publicId, deploymentId, title } = shown.dashboard
    view.document.title = title ?? shown.dashboard.config.title ?? ''
    loader.restart()
    loaded.begin(publicId)
    onSwitched?.()
    const ready = { embedTenant: shown.viewer.embedTenantName, deploymentId, mode: 'signed', surface: 'dashboard', publicId } as const
    return { expires_in: expiresIn, ready }
  }
  const tellView = (): void => {
    const { shown } = get()
    if (!shown) return
    const { publicId } = shown.dashboard
    link?.event('view', { surface: 'dashboard', path: view.location.pathname, publicId, title: view.document.title })
  }

  const start = async (begun: Begun): Promise<Started> => {
    set({ phase: 'loading', problem: null })
    try {
      return await show(await readBootstrap(begun.response))
    } catch (error) {
      const problem = asProblem(error)
      lost = problem.code === 'offline' ? begun.session : undefined
      set({
        phase: problem.code.endsWith('_revoked') ? 'revoked' : 'failed',
        problem,
        isRenewing: problem.retryable && link?.canRenew === true,
      })
      throw problem
    }
  }
  const beginWith = (id: string): Begun => beginBootstrap({ ...address, ...live, session: id })

  const change = async (next: Partial<Live>): Promise<void> => {
    const { publicId, filters, theme, scheme, locale, timezone } = next
    if (publicId !== undefined && publicId !== live.publicId) {
      live = { ...live, ...next }
      const switched = new Promise<void>((resolve) => {
        onSwitched = resolve
      })
      reopen(switching)
      return switched
    }
    live = { ...live, ...next }
    if (theme) set({ hostTheme: theme })
    if (scheme) set({ scheme })
    const zone = meantTimeZone(timezone)
    const chosen = filters && chosenBy(filters, controls())
    if (chosen || zone) {
      set({ ...(chosen ? { chosen: { ...keptGrains(), ...chosen } } : {}), ...(zone ? { timezone: zone } : {}) })
      reload()
    }
    if (locale) await setLocale(locale)
  }
  const reload = (isFresh = false): void => {
    if (session.isLive()) loader.restart(isFresh)
  }
  /** Filters of a host replace all filters; grains are not among them. */
  const keptGrains = (): Record<string, Chosen> => {
    const grains = new Set(controls().flatMap(({ kind, widgetId }) => (kind === 'grain' ? [widgetId] : [])))
    return Object.fromEntries(Object.entries(get().chosen).filter(([widgetId]) => grains.has(widgetId)))
  }

  const setFilter = (parameter: string): void => {
    const [[name, text] = ['', '']] = new URLSearchParams(parameter)
    const filter = readFilter(name, text)
    if (!filter) return
    live = { ...live, filters: { ...live.filters, ...filter } }
    set({ chosen: { ...get().chosen, ...chosenBy(filter, controls()) } })
    reload()
  }
  const navigate = (to: string): void => {
    const url = new URL(to, view.location.href)
    const { publicId } = readAddress(url)
    if (publicId === live.publicId) void change({ filters: filtersIn(url.searchParams) })
    else link?.failed({ ...switching, retryable: false })
  }
  const onAction = (action: Action): void => {
    switch (action.type) {
      case 'set-filter':
        return setFilter(action.filterUrlParameter)
      case 'navigate':
        return navigate(action.path)
      case 'refresh':
        return reload(true)
      case 'set-theme':
        return void change({ theme: action.theme })
      case 'set-color-scheme':
        return void change({ scheme: action.scheme })
      case 'set-locale':
        return void change({ locale: action.locale })
      default:
        return void change({ timezone: action.timezone })
    }
  }

  const renew = async (id: string, why: 'renew' | 'expired'): Promise<Granted> => {
    if (isStale || !get().shown) return { expires_in: (await start(beginWith(id))).expires_in }
    const granted = await session.renew(id, why)
    const hadEnded = get().phase !== 'shown'
    set({ phase: 'shown', problem: null, isRenewing: false })
    if (hadEnded) loader.restart()
    return granted
  }
  const handlers: Handlers = {
    start: async (id, wishes) => {
      live = wishes
      set({ ...(wishes.theme ? { hostTheme: wishes.theme } : {}), ...(wishes.scheme ? { scheme: wishes.scheme } : {}) })
      const { begun } = handover
      const started = await start(begun?.session === id ? begun : beginWith(id))
      // Its own end of the start says `ready` first.
      view.setTimeout(tellView)
      return started
    },
    renew,
    set: change,
    refresh: async () => reload(true),
  }

  /** A plain frame: the answer is told to the host as events. */
  const startPlain = async (begun: Begun): Promise<void> => {
    try {
      const { ready } = await start(begun)
      link?.event('ready', ready)
      tellView()
    } catch (error) {
      link?.failed(asProblem(error))
    }
  }
  const startAgain = (): void => {
    if (lost !== undefined && handover.mode === 'plain') void startPlain(beginWith(lost))
  }

  const onConnection = (): void => {
    const isOnline = view.navigator.onLine
    set({ isOnline })
    if (isOnline && get().phase === 'failed') startAgain()
  }
  view.addEventListener('online', onConnection)
  view.addEventListener('offline', onConnection)

  const serve = async (): Promise<void> => {
    const accepted = await handover.host
    if (accepted) link = linkPort(accepted, handlers)
  }
  void setLocale(live.locale)
  if (handover.mode === 'port') void serve()
  else if (handover.begun) {
    link = linkWindow(view, onAction)
    void startPlain(handover.begun)
  } else set({ phase: 'unsigned' })

  return {
    store,
    choose: (widgetId, chosen) => {
      set({ chosen: { ...get().chosen, [widgetId]: chosen } })
      reload()
    },
    clearFilters: () => {
      const cleared = controls().flatMap(({ kind, widgetId, visibility }) =>
        kind === 'filter' && visibility === 'visible' ? [[widgetId, { value: null }] as const] : [],
      )
      set({ chosen: { ...keptGrains(), ...Object.fromEntries(cleared) } })
      reload()
    },
    approach: (widgetId) => loader.want(widgetId),
    retry: (widgetId) => loader.retry(widgetId),
    startAgain,
    listChoices: async (widgetId, search, signal) => {
      const { shown, chosen, timezone } = get()
      const filters = sentControls(controls(), chosen).filters.filter((each) => each.widgetId !== widgetId)
      const body = { versionId: shown?.dashboard.versionId, widgetId, filters, timezone, ...(search === '' ? {} : { search }) }
      const response = await session.ask(path('choices'), signal, body)
      return (await response.json()) as Choices
    },
    tell: (type, payload) => link?.event(type, payload),
    observe: (wrapper) => link?.observe(wrapper) ?? (() => undefined),
    mayDownload: parameters.get('allowExport') === 'true',
  }
}
