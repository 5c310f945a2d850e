import type { Change, Handlers, Live, Problem } from '@facet/embed/page'
import { readAddress } from '../address.ts'
import { type Begun, beginBootstrap } from '../begin-bootstrap.ts'
import { filtersIn } from '../controls/control-rules.ts'
import { asProblem } from '../data/ask.ts'
import { type Handover, usedSession } from '../handover.ts'
import { loadMessages, meantLocale } from '../i18n/load-messages.ts'
import { createStore, type Store } from '../store/create-store.ts'
import { firstState } from '../store/first-state.ts'
import type { PageState } from '../store/page-state.ts'
import { actOn } from './act-on.ts'
import { createSession } from './create-session.ts'
import { type HostLink, linkPort, linkWindow } from './host-link.ts'
import { createLoadedWatch } from './loaded.ts'
import { type Data, openData } from './open-data.ts'
import { openDashboard } from './open-dashboard.ts'
import { createPause } from './pause.ts'
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

/** `session_used`: it was loaded again, and its host brought a session the first time. */
const unsigned = (state: unknown): Problem => ({
  code: state === usedSession ? 'session_used' : 'session_required',
  message: 'The address has no session: load the frame anew with one.',
  retryable: false,
})

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

  const session = createSession({
    pause,
    onEnded: (why, problem) => {
      data.forget()
      set({ phase: why, problem, isRenewing: why === 'expired' && link?.canRenew === true })
      if (why === 'revoked') {
        set({ shown: null, toldControls: null })
        dashboard.giveUp(problem)
      }
      link?.[why](problem)
    },
  })
  const loaded = createLoadedWatch(store, (payload) => link?.event('dashboard-loaded', payload))
  // While rows are on their way, their own stream tells of the end of the session: the other one would only stand before the first chart.
  const data = openData({
    view,
    store,
    session,
    pause,
    onRepublished: (problem) => dashboard.reopen(problem),
    onQuiet: () => session.watch(),
  })

  let languages = 0
  const setLocale = async (wish: string | undefined): Promise<void> => {
    const locale = meantLocale(wish)
    if (locale === undefined) return
    const mine = ++languages
    const said = await loadMessages(locale)
    // Another one was wished for meanwhile.
    if (mine !== languages) return
    set({ locale, messages: said })
    view.document.documentElement.lang = locale
  }
  const tellView = (): void => {
    const { shown } = get()
    if (!shown) return
    const { publicId } = shown.dashboard
    const path = publicId === address.publicId ? view.location.pathname : `/embed/dashboard/${encodeURIComponent(publicId)}`
    link?.event('view', { surface: 'dashboard', path, publicId, title: view.document.title })
  }
  const beginWith = (id: string): Begun => beginBootstrap({ ...address, ...live, session: id })
  const dashboard = openDashboard({
    view,
    store,
    session,
    data,
    loaded,
    link: () => link,
    live: () => live,
    begin: beginWith,
    setLocale: (otherwise) => setLocale(meantLocale(live.locale) ?? otherwise),
    onView: tellView,
  })

  /** A part that is there and undefined is taken back: the first answer decides it, or nobody. */
  const change = async (next: Change): Promise<void> => {
    const isSwitch = next.publicId !== undefined && next.publicId !== live.publicId
    live = { ...live, ...next } as Live
    if ('theme' in next) set({ hostTheme: next.theme ?? {} })
    if ('scheme' in next) set({ scheme: next.scheme ?? 'auto' })
    set({ mayDownload: live.allowExport === true })
    if (isSwitch) {
      const shown = dashboard.whenShown()
      dashboard.reopen(switching)
      return shown
    }
    const { shown } = get()
    const zone = meantTimeZone(next.timezone)
    const isOtherZone = zone !== undefined || ('timezone' in next && next.timezone === undefined)
    if (isOtherZone) set({ timezone: zone ?? shown?.timezone ?? null })
    if ('filters' in next) data.setFilters(next.filters ?? {}, true)
    else if (isOtherZone) data.reload()
    if ('locale' in next) await setLocale(next.locale ?? shown?.locale)
  }
  const handlers: Handlers = {
    start: async (id, wishes) => {
      const isFilteredAnew = JSON.stringify(wishes.filters) !== JSON.stringify(live.filters)
      live = wishes
      data.forget()
      set({ hostTheme: wishes.theme ?? {}, scheme: wishes.scheme ?? 'auto' })
      if (isFilteredAnew) data.setFilters(wishes.filters ?? {}, true)
      const { begun } = handover
      // A response can be read once: another start, also with the same session, sends a request of its own.
      delete handover.begun
      return dashboard.start(begun?.session === id ? begun : beginWith(id))
    },
    renew: dashboard.renew,
    set: change,
    refresh: async () => data.reload(true),
  }

  /** A plain frame: the answer is told to the host as events. */
  const startPlain = async (begun: Begun): Promise<void> => {
    try {
      const { ready } = await dashboard.start(begun)
      link?.event('ready', ready)
    } catch (error) {
      link?.failed(asProblem(error))
    }
  }
  const startAgain = (): void => {
    const lost = dashboard.lost()
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
  else {
    link = linkWindow(view, dashboard.origins, (action) =>
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
    if (handover.begun) void startPlain(handover.begun)
    else {
      set({ phase: 'unsigned' })
      link.failed(unsigned(view.history.state))
    }
  }

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
