import { asError, openChannel } from './channel.ts'
import { createEmitter, type EmbedEvents, type EmbedState, type Listener } from './emitter.ts'
import { EmbedError, failure } from './error.ts'
import { createExpiry } from './expiry.ts'
import { dashboardFrame } from './frame.ts'
import { pageLimitMs } from './limits.ts'
import { loopOf } from './loops.ts'
import { baseOf, checkOptions, elementOf, type Options } from './options.ts'
import type { Change, Granted, Live, Ready, Started, Told, Why } from './protocol/messages.ts'
import { whenNear } from './when-near.ts'

export type Embed = {
  /** Settled by the first outcome. An embed that failed for a passing reason goes on trying, and says `ready` as an event. */
  readonly ready: Promise<Ready>
  readonly state: EmbedState
  /** Changes what is shown without loading anything anew. Before it is ready it waits; `filters` replaces all filters. */
  set: (change: Change) => Promise<void>
  refresh: () => Promise<void>
  /** Asks for a session now, as it does by itself before one ends. Those who ask meanwhile get the same promise. */
  renew: () => Promise<void>
  on: {
    <T extends keyof EmbedEvents>(type: T, listener: Listener<T>): () => void
    (type: '*', listener: Listener): () => void
  }
  destroy: () => void
}

/** What a page is started with: a name that it refused in a change does not come along. */
const liveOf = ({ publicId, filters, theme, scheme, locale, timezone, allowExport }: Change): Live =>
  JSON.parse(JSON.stringify({ publicId, filters, theme, scheme, locale, timezone, allowExport })) as Live

/** Embeds whose `loopKey` is the same share how sessions are asked for; it is the callback, unless that is a new one at each rendering. */
export const openEmbed = (target: Element | string, options: Options, loopKey: object = options.session): Embed => {
  checkOptions(options)
  const element = elementOf(target)
  const base = baseOf(options.url)
  const frame = dashboardFrame(base, options)
  const { on, emit, clear } = createEmitter()
  const loop = loopOf(document, loopKey)
  const isOfContent = options.height !== 'container'
  const live: Change = { ...options }
  const destroyed = failure('destroyed', 'The embed was destroyed.')

  let state: EmbedState = 'loading'
  /** Why nothing more happens: it is revoked, or destroyed. */
  let over: EmbedError | undefined
  let run = new AbortController()
  let flight: Promise<void> | undefined
  let unsaid: Change = {}
  let saying: Promise<unknown> | undefined
  let hasPage = false
  let pageTimer: ReturnType<typeof setTimeout> | undefined
  let settleReady: (ready: Ready) => void
  let refuseReady: (error: EmbedError) => void
  const ready = new Promise<Ready>((resolve, reject) => {
    settleReady = resolve
    refuseReady = reject
  })
  // Who listens to events alone need not look at the promise as well.
  ready.catch(() => undefined)

  const become = (next: EmbedState): void => {
    if (state === next) return
    state = next
    emit('state', { state })
  }
  const end = (next: 'destroyed' | 'revoked', error: EmbedError): void => {
    over = error
    expiry.stop()
    clearTimeout(pageTimer)
    refuseReady(error)
    run.abort(error)
    become(next)
  }
  const fail = (error: EmbedError): void => {
    if (over) return
    become('failed')
    refuseReady(error)
    emit('error', error)
  }
  const revoke = (error: EmbedError): void => {
    if (over) return
    end('revoked', error)
    emit('revoked', error)
  }

  const apply = (why: Why, answer: unknown): void => {
    const { expires_in: expiresIn, ready: said } = answer as Granted & Partial<Started>
    expiry.begin(expiresIn)
    become('ready')
    if (why !== 'start') return emit('renewed', { expiresIn })
    settleReady(said as Ready)
    emit('ready', said)
  }

  const attempt = async (why: Why, signal: AbortSignal): Promise<void> => {
    const session = await loop.ask({
      call: (limit) => options.session(why, limit),
      isStart: why === 'start',
      signal,
      onFailure: (error) => emit('error', error),
    })
    await channel.page
    // What was set so far travels with the start.
    if (why === 'start') {
      unsaid = {}
      saying = undefined
    }
    const answer = await channel.call(
      why === 'start' ? { call: 'start', session, live: liveOf(live), height: isOfContent } : { call: 'renew', session, why },
    )
    signal.throwIfAborted()
    apply(why, answer)
  }

  /** Goes on until it has worked, or never can. */
  const obtain = async (why: Why, signal: AbortSignal): Promise<void> => {
    // A frame that is taken away in the same breath, as React does in development, costs no session.
    await Promise.resolve()
    for (let failures = 1; ; failures++) {
      try {
        return await attempt(why === 'renew' && state === 'expired' ? 'expired' : why, signal)
      } catch (caught) {
        signal.throwIfAborted()
        const error = caught instanceof EmbedError ? caught : failure('page_error', String(caught))
        if (error.code.endsWith('_revoked')) revoke(error)
        else if (!error.retryable) fail(error)
        else emit('error', error)
        if (!error.retryable) throw error
        await loop.pause(failures, signal)
        signal.throwIfAborted()
      }
    }
  }

  const fly = (why: Why): Promise<void> => {
    const mine = obtain(why, run.signal).finally(() => {
      if (flight === mine) flight = undefined
    })
    // What it ended with was told as an event.
    mine.catch(() => undefined)
    flight = mine
    return mine
  }
  const start = (): void => {
    run.abort()
    run = new AbortController()
    expiry.stop()
    become('loading')
    void fly('start')
  }
  const renewFor = (why: Why): Promise<void> => {
    if (over) return Promise.reject(over)
    // Without a flight it is not near the view yet.
    if (flight || state === 'loading') return (flight ?? ready) as Promise<void>
    if (why === 'renew' && state === 'ready') become('renewing')
    return fly(state === 'failed' ? 'start' : why)
  }

  const expire = (error: EmbedError): void => {
    if (over || state === 'expired') return
    expiry.stop()
    become('expired')
    emit('expired', error)
    void renewFor('expired')
  }
  const expiry = createExpiry(
    (expiresIn) => {
      emit('session-expiring', { expiresIn })
      void renewFor('renew')
    },
    () => expire(failure('session_expired', 'The session has ended.', true)),
  )

  const onTold = (told: Exclude<Told, { id: number } | { tell: 'connected' }>): void => {
    if (over) return
    if (told.tell === 'height' && Number.isFinite(told.px)) {
      if (isOfContent) frame.style.height = `${told.px}px`
      emit('height', { px: told.px })
    } else if (told.tell === 'ended') (told.why === 'revoked' ? revoke : expire)(asError(told.problem))
    else if (told.tell === 'event') emit(told.type, told.type === 'error' ? asError(told.payload) : told.payload)
  }

  const channel = openChannel(frame, base.origin, {
    onPage: (isAgain) => {
      hasPage = true
      clearTimeout(pageTimer)
      if (isAgain && !over) start()
    },
    onTold,
  })

  const onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (hasPage || !/^(frame|child|default)-src$/.test(effectiveDirective) || !blockedURI.startsWith(base.origin)) return
    clearTimeout(pageTimer)
    run.abort()
    fail(failure('blocked_by_csp', `Add ${base.origin} to frame-src of this page's policy.`))
  }
  /** What a browser shows in place of a page that it could not reach stays there until somebody loads it again. */
  const loadAgain = async (failures: number): Promise<void> => {
    const code = navigator.onLine ? 'timeout' : 'offline'
    fail(failure(code, `${base.origin} did not answer: is ${window.origin} in its embedOrigins?`, true))
    await loop.pause(failures, run.signal)
    if (hasPage || run.signal.aborted) return
    frame.src += ''
    expectPage(failures + 1)
  }
  const expectPage = (failures: number): void => {
    pageTimer = setTimeout(() => void loadAgain(failures), pageLimitMs)
  }
  const open = (): void => {
    expectPage(1)
    element.append(frame)
    start()
  }
  const leave = loop.join(() => expiry.check())
  document.addEventListener('securitypolicyviolation', onViolation)
  const forget = options.loading === 'visible' ? whenNear(element, open) : undefined
  if (!forget) open()

  const whenShown = async (): Promise<void> => {
    if (over) throw over
    if (state !== 'loading' || !flight) {
      if (state === 'loading' || state === 'failed') await ready
      return
    }
    try {
      await flight
    } catch (error) {
      // The page was loaded again, so another start is under way.
      if (flight === undefined) throw error
      await whenShown()
    }
  }
  /** One message for all that was set meanwhile. */
  const say = (): Promise<unknown> | undefined => {
    const change = unsaid
    unsaid = {}
    if (Object.keys(change).length > 0) saying = channel.call({ call: 'set', change })
    return saying
  }

  return {
    ready,
    get state() {
      return state
    },
    set: async (change) => {
      Object.assign(live, change)
      Object.assign(unsaid, change)
      await whenShown()
      await say()
    },
    refresh: async () => {
      await whenShown()
      await channel.call({ call: 'refresh' })
    },
    renew: () => renewFor('renew'),
    on,
    destroy: () => {
      if (state === 'destroyed') return
      end('destroyed', destroyed)
      forget?.()
      leave()
      document.removeEventListener('securitypolicyviolation', onViolation)
      channel.close(destroyed)
      frame.remove()
      clear()
    },
  }
}
