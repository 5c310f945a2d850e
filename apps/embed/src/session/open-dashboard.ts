import type { DashboardBootstrap } from '@facet/contract'
import type { Granted, Live, Problem, Started } from '@facet/embed/page'
import type { Begun } from '../begin-bootstrap.ts'
import { chosenBy, controlsOf } from '../controls/control-rules.ts'
import { asProblem } from '../data/ask.ts'
import type { Store } from '../store/create-store.ts'
import type { PageState } from '../store/page-state.ts'
import type { Session } from './create-session.ts'
import { widgetsOf } from './data-widgets.ts'
import type { HostLink } from './host-link.ts'
import type { LoadedWatch } from './loaded.ts'
import type { Data } from './open-data.ts'
import { readBootstrap } from './read-bootstrap.ts'
import { controlsById } from './widget-updates.ts'

type Parts = {
  view: Window
  store: Store<PageState>
  session: Session
  data: Data
  loaded: LoadedWatch
  link: () => HostLink | undefined
  /** What is to be shown by now. */
  live: () => Live
  begin: (session: string) => Begun
  /** In the language that is wished for, or this one. */
  setLocale: (otherwise: string) => Promise<void>
  onView: () => void
}

export type OpenDashboard = {
  start: (begun: Begun) => Promise<Started>
  renew: (session: string, why: 'renew' | 'expired') => Promise<Granted>
  /** Asks the host for a session that opens the dashboard from the start, as it was published again or is another. */
  reopen: (problem: Problem) => void
  /** Until what is wished for is shown. Rejects with why it cannot be. */
  whenShown: () => Promise<void>
  giveUp: (problem: Problem) => void
  /** The session of a start whose answer was lost: it may not have arrived at all. */
  lost: () => string | undefined
  /** Who may be around, once the service has said so. */
  origins: () => readonly string[]
}

const signedInAnother: Problem = { code: 'session_mismatch', message: 'Another viewer.', retryable: true }

/** How sessions of the host become what is shown. They come one after another, and what is wished for may change while one is on its way. */
export const openDashboard = ({ view, store, session, data, loaded, link, live, begin, setLocale, onView }: Parts): OpenDashboard => {
  const { get, set } = store
  let lost: string | undefined
  let origins: readonly string[] = []
  /** Why the next session opens the dashboard anew. */
  let stale: Problem | undefined
  let since = 0
  let inWork = 0
  const waiting: PromiseWithResolvers<undefined>[] = []

  const giveUp = (problem: Problem): void => {
    for (const { reject } of waiting.splice(0)) reject(problem)
  }
  const isPast = ({ publicId }: Begun): boolean => publicId !== live().publicId

  const askForSession = (): void => {
    if (stale && inWork === 0) link()?.reopen(stale)
  }
  /** A session is asked for after the answer to the one before: the host takes one at a time. */
  const serving = async <T>(work: () => Promise<T>): Promise<T> => {
    inWork++
    try {
      const answer = await work()
      view.setTimeout(askForSession)
      return answer
    } catch (error) {
      const problem = asProblem(error)
      if (!problem.retryable) giveUp(problem)
      throw error
    } finally {
      inWork--
    }
  }
  const reopen = (problem: Problem): void => {
    stale = problem
    since = performance.now()
    data.forget()
    set(link()?.canRenew === true ? { phase: 'loading', problem: null } : { phase: 'failed', problem, isRenewing: false })
    askForSession()
  }
  /** What was chosen and shown is not for the one who looks now. */
  const forgetViewer = (): void => {
    session.forget()
    data.forget()
    set({ shown: null, chosen: {}, toldControls: null })
  }

  const show = async (answer: DashboardBootstrap, begun: Begun): Promise<Started> => {
    const { token, expires_in: expiresIn, ...shown } = answer
    const { publicId, deploymentId, title } = shown.dashboard
    const ready = { embedTenant: shown.viewer.embedTenantName, deploymentId, mode: 'signed', surface: 'dashboard', publicId } as const
    lost = undefined
    origins = shown.settings.embedOrigins
    await setLocale(shown.locale)
    if (isPast(begun)) return { expires_in: expiresIn, ready }

    stale = undefined
    const before = get().shown
    const isOfAnother = session.begin(token, expiresIn) || before?.viewer.embedTenantName !== shown.viewer.embedTenantName
    const isFirst = isOfAnother || before?.dashboard.publicId !== publicId
    const { filters = {}, allowExport } = live()
    // What the viewer chose outlives a dashboard that was published again.
    const chosen = isFirst ? chosenBy(filters, controlsOf(widgetsOf(shown))) : get().chosen
    const fresh = { widgets: {}, toldControls: controlsById(shown.controls), mayDownload: allowExport === true }
    set({ phase: 'shown', problem: null, isRenewing: false, shown, chosen, timezone: shown.timezone, ...fresh })
    view.document.title = title ?? shown.dashboard.config.title ?? ''
    data.reload()
    for (const { resolve } of waiting.splice(0)) resolve(undefined)
    // The answer to the start, which says `ready`, comes first.
    view.setTimeout(() => {
      if (isFirst) onView()
      loaded.begin(publicId, since)
    })
    return { expires_in: expiresIn, ready }
  }
  const open = async (begun: Begun): Promise<Started> => {
    set({ phase: 'loading', problem: null })
    try {
      return await show(await readBootstrap(begun.response), begun)
    } catch (error) {
      const problem = asProblem(error)
      // Nobody waits for this one any more, and the next session is for another.
      if (isPast(begun)) throw Object.assign(problem, { retryable: true })
      const isRenewing = problem.retryable && link()?.canRenew === true
      lost = problem.code === 'offline' ? begun.session : undefined
      set({ phase: problem.code.endsWith('_revoked') ? 'revoked' : 'failed', problem, isRenewing })
      throw problem
    }
  }

  const reopenWith = async (id: string): Promise<Granted> => ({ expires_in: (await open(begin(id))).expires_in })
  const resume = (): void => {
    const hadEnded = get().phase !== 'shown'
    set({ phase: 'shown', problem: null, isRenewing: false })
    if (hadEnded) data.reload()
  }
  const renew = async (id: string, why: 'renew' | 'expired'): Promise<Granted> => {
    if (stale || !get().shown) return reopenWith(id)
    try {
      const { granted, isOfAnother } = await session.renew(id, why)
      if (isOfAnother) {
        forgetViewer()
        reopen(signedInAnother)
      } else if (!stale) resume()
      return granted
    } catch (error) {
      if (asProblem(error).code !== 'session_mismatch') throw error
      // Somebody else has signed in with the host. A session that was refused for that is not used up.
      forgetViewer()
      return reopenWith(id)
    }
  }

  return {
    start: (begun) => serving(() => open(begun)),
    renew: (id, why) => serving(() => renew(id, why)),
    reopen,
    whenShown: () => {
      const shown = Promise.withResolvers<undefined>()
      waiting.push(shown)
      return shown.promise
    },
    giveUp,
    lost: () => lost,
    origins: () => origins,
  }
}
