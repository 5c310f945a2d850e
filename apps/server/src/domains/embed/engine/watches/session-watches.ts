import type { EmbedSessionNews } from '@facet/contract'
import { grantRefusals, type Revocations } from '#access'
import { createGrantChecks, type GrantState, type JudgeGrants, type WatchedGrant } from './grant-checks.ts'
import { createNews, type News } from './news.ts'
import { createPlaces, type PlaceLimits } from './places.ts'

/** The session of a frame; `user` is whom its streams are counted with, `endsAtMs` when it expires on the monotonic clock. */
export type WatchedSession = WatchedGrant & { user: string; endsAtMs: number }

export type SessionWatches = {
  /** Tells of the session until it ends, `signal` comes or nobody reads. Refuses where no place is left. */
  open: (session: WatchedSession, signal: AbortSignal) => AsyncIterable<EmbedSessionNews>
  count: () => number
  stop: () => void
}

type Watch = WatchedSession & { news: News<EmbedSessionNews>; nextAliveMs: number; close: () => void }

type Ended = Extract<EmbedSessionNews, { type: 'ended' }>

const tickMs = 1000
const aliveEveryMs = 20_000

const endedAs = (state: Exclude<GrantState, 'valid'>): Ended => {
  const { code, message } = grantRefusals[state]()
  return { type: 'ended', why: state === 'expired' ? 'expired' : 'revoked', code, message }
}

const moved: Ended = {
  type: 'ended',
  why: 'moved',
  code: 'service_unavailable',
  message: 'This node is stopping, or another stream of this token took the place of this one. Open it again if you still need it.',
}

type Dependencies = {
  revocations: Pick<Revocations, 'onDrop' | 'isTrusted'>
  judge: JudgeGrants
  limits: PlaceLimits
  /** That sessions could not be judged; once until they can be again. */
  onProblem: (error: unknown) => void
}

/**
 * Streams that tell frames of the end of their session. They share one timer and ask the database only when something ended in their
 * tenant, or while revocations are not being followed. `alive` is said of a session that was found to hold, so it is late, not wrong,
 * while the database is away.
 */
export const createSessionWatches = ({ revocations, judge, limits, onProblem }: Dependencies): SessionWatches => {
  const places = createPlaces(limits)
  const byTenant = new Map<number, Set<Watch>>()
  const every = (): Watch[] => [...byTenant.values()].flatMap((watches) => [...watches])

  const end = (watch: Watch, last: Ended): void => {
    watch.news.end(last)
    watch.close()
  }
  const sayAlive = (watch: Watch, nowMs: number): void => {
    watch.nextAliveMs = nowMs + aliveEveryMs
    watch.news.tell({ type: 'alive', expiresInSeconds: Math.max(0, Math.floor((watch.endsAtMs - nowMs) / 1000)) })
  }
  const judged = (watch: Watch, state: GrantState): void => {
    if (state !== 'valid') end(watch, endedAs(state))
    else if (watch.nextAliveMs <= performance.now()) sayAlive(watch, performance.now())
  }
  const checks = createGrantChecks<Watch>(judge, judged, onProblem)

  const tick = (): void => {
    const nowMs = performance.now()
    const isTrusted = revocations.isTrusted()
    for (const watch of every()) {
      if (watch.endsAtMs <= nowMs) end(watch, endedAs('expired'))
      else if (!isTrusted) checks.add(watch)
      else if (watch.nextAliveMs <= nowMs && !checks.isWaiting(watch)) sayAlive(watch, nowMs)
    }
    checks.resume()
  }
  const timer = setInterval(tick, tickMs)
  timer.unref()
  revocations.onDrop((tenantId) => {
    for (const watch of tenantId === null ? every() : (byTenant.get(tenantId) ?? [])) checks.add(watch)
  })

  const remove = (watch: Watch): void => {
    checks.remove(watch)
    const watches = byTenant.get(watch.tenantId)
    watches?.delete(watch)
    if (watches?.size === 0) byTenant.delete(watch.tenantId)
  }

  const open: SessionWatches['open'] = (session, signal) => {
    const stop = (): void => end(watch, moved)
    const news = createNews<EmbedSessionNews>(() => watch.close())
    const release = signal.aborted ? () => undefined : places.take({ ...session, giveWay: stop })
    const watch: Watch = {
      ...session,
      news,
      nextAliveMs: 0,
      close: () => {
        remove(watch)
        release()
        signal.removeEventListener('abort', stop)
      },
    }
    if (signal.aborted) {
      stop()
      return news
    }
    signal.addEventListener('abort', stop, { once: true })
    const watches = byTenant.get(session.tenantId) ?? new Set()
    byTenant.set(session.tenantId, watches.add(watch))
    // Also for what ended while the caller was looked up: that was told before it was among these.
    checks.add(watch)
    return news
  }

  return { open, count: places.count, stop: () => clearInterval(timer) }
}
