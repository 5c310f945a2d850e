import type { DashboardBootstrap } from '@facet/contract'
import type { Granted, Handlers, Live, Problem, Started } from '@facet/embed/page'
import { readAddress } from '../address.ts'
import { type Begun, beginBootstrap } from '../begin-bootstrap.ts'
import { chosenBy, controlsOf, filtersIn } from '../controls/control-rules.ts'
import { asProblem } from '../data/ask.ts'
import type { Handover } from '../handover.ts'
import { loadMessages, meantLocale } from '../i18n/load-messages.ts'
import { createStore, type Store } from '../store/create-store.ts'
import { firstState } from '../store/first-state.ts'
import type { PageState } from '../store/page-state.ts'
import { actOn } from './act-on.ts'
import { createSession } from './create-session.ts'
import { widgetsOf } from './data-widgets.ts'
import { type HostLink, linkPort, linkWindow } from './host-link.ts'
import { createLoadedWatch } from './loaded.ts'
import { type Data, openData } from './open-data.ts'
import { createPause } from './pause.ts'
import { readBootstrap } from './read-bootstrap.ts'
import { meantTimeZone } from './time-zone.ts'

/** What components read, and what they ask for. */
export type Page = Pick<Data, 'approach' | 'retry' | 'choose' | 'clearFilters' | 'listChoices'> & {
  store: Store<PageState>
  /** Tries the start once more, where its answer was lost. */
  startAgain: () => void
  /** Cannot be drawn. */
  fail: (problem: Problem) => void
  tell: (type: 'drilldown' | 'download', payload: unknown) => void
  /** Tells the host the height of this element, where it wants to know it. */
  observe: (wrapper: Element) => () => void
}

const switching: Problem = {
  code: 'session_required',
  message: 'Another dashboard is opened with a session of its own.',
  retryable: true,
}

/** What the address wishes for. */
const wishesIn = (publicId: string, parameters: URLSearchParams): Live => {
  const [locale, timezone] = [parameters.get('locale'), parameters.get('timezone')]
  return {
    publicId,
    filters: filtersIn(parameters),
    allowExport: parameters.get('allowExport') === 'true',
    ...(locale === null ? {} : { locale }),
    ...(timezone === null ? {} : { timezone }),
  }
}

/** Everything behind what is drawn: the session, the data, the controls and the host. */
export const openPage = (view: Window, handover: Handover): Page => {
  const store = createStore(firstState(view.navigator.onLine))
  const { get, set } = store
  const { parameters, ...address } = readAddress(view.location)
  const pause = createPause(view)
  let link: HostLink | undefined
  let live = wishesIn(address.publicId, parameters)
  /** The session of a start whose answer was lost: it may not have arrived at all. */
  let lost: string | undefined
  /** Whether the next session opens the dashboard anew, as it was published again or is another. */
  let isStale = false
  let onSwitched: (() => void) | undefined
  /** Who may be around, once the service has said so. */
  let origins: readonly string[] = []

  const session = createSession({
    pause,
    onEnded: (why, problem) => {
      data.forget()
      set({ phase: why, problem, isRenewing: why === 'expired' && link?.canRenew === true })
      if (why === 'revoked') set({ shown: null })
      link?.[why](problem)
    },
  })
  /** Asks the host for a session that opens the dashboard from the start. */
  const reopen = (problem: Problem): void => {
    isStale = true
    data.forget()
    set({ phase: 'expired', problem, isRenewing: link?.canRenew === true })
    link?.expired(problem)
  }

  const loaded = createLoadedWatch(store, (payload) => link?.event('dashboard-loaded', payload))
  // While rows are on their way, their own stream tells of the end of the session: the other one would only stand before the first chart.
  const data = openData({ view, store, session, pause, onRepublished: reopen, onQuiet: () => session.watch() })

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
    origins = shown.settings.embedOrigins
    const isFirst = get().shown?.dashboard.publicId !== shown.dashboard.publicId
    session.begin(token, expiresIn)
    await setLocale(meantLocale(live.locale) ?? shown.locale)
    // What the viewer chose outlives a dashboard that was published again.
    const chosen = isFirst ? chosenBy(live.filters ?? {}, controlsOf(widgetsOf(shown))) : get().chosen
    const fresh = { widgets: {}, toldControls: null, mayDownload: live.allowExport === true }
    set({ phase: 'shown', problem: null, isRenewing: false, shown, chosen, timezone: shown.timezone, ...fresh })
    const { publicId, deploymentId, title } = shown.dashboard
    view.document.title = title ?? shown.dashboard.config.title ?? ''
    data.reload()
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
    set({ mayDownload: live.allowExport === true })
    const zone = meantTimeZone(timezone)
    if (zone !== undefined) set({ timezone: zone })
    if (filters) data.setFilters(filters, true)
    else if (zone !== undefined) data.reload()
    if (locale) await setLocale(locale)
  }
  const renew = async (id: string, why: 'renew' | 'expired'): Promise<Granted> => {
    if (isStale || !get().shown) return { expires_in: (await start(beginWith(id))).expires_in }
    const granted = await session.renew(id, why)
    const hadEnded = get().phase !== 'shown'
    set({ phase: 'shown', problem: null, isRenewing: false })
    if (hadEnded) data.reload()
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
    refresh: async () => data.reload(true),
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
    link = linkWindow(
      view,
      () => origins,
      (action) =>
        actOn(action, {
          change,
          addFilters: (filters) => {
            live = { ...live, filters: { ...live.filters, ...filters } }
            data.setFilters(filters, false)
          },
          refresh: () => data.reload(true),
          publicId: () => live.publicId,
          refuse: (problem) => link?.failed(problem),
        }),
    )
    void startPlain(handover.begun)
  } else set({ phase: 'unsigned' })

  const { approach, retry, choose, clearFilters, listChoices } = data
  return {
    store,
    approach,
    retry,
    choose,
    clearFilters,
    listChoices,
    startAgain,
    fail: (problem) => {
      data.forget()
      set({ phase: 'failed', problem })
      link?.event('error', { ...problem, name: problem.code, fatal: true })
    },
    tell: (type, payload) => link?.event(type, payload),
    observe: (wrapper) => link?.observe(wrapper) ?? (() => undefined),
  }
}
