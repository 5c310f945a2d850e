import { asError, openChannel } from './channel.ts'
import { createEmitter, type EmbedEvents, type EmbedState, type Listener } from './emitter.ts'
import { EmbedError, failure } from './error.ts'
import { createExpiry } from './expiry.ts'
import { dashboardFrame } from './frame.ts'
import { loopOf } from './loops.ts'
import { baseOf, checkOptions, elementOf, type Options } from './options.ts'
import type { Granted, Live, Ready, Started, Told, Why } from './protocol/messages.ts'
import { whenNear } from './when-near.ts'

const pageLimitMs = 30_000

export type Embed = {
  /** Settled by the first outcome. An embed that failed for a passing reason goes on trying, and says `ready` as an event. */
  readonly ready: Promise<Ready>
  readonly state: EmbedState
  /** Changes what is shown without loading anything anew. Before it is ready it waits; `filters` replaces all filters. */
  set: (change: Partial<Live>) => Promise<void>
  refresh: () => Promise<void>
  /** Asks for a session now, as it does by itself before one ends. Those who ask meanwhile get the same promise. */
  renew: () => Promise<void>
  on: {
    <T extends keyof EmbedEvents>(type: T, listener: Listener<T>): () => void
    (type: '*', listener: Listener): () => void
  }
  destroy: () => void
}

const liveOf = ({ publicId, filters, theme, scheme, locale, timezone }: Options): Live =>
  JSON.parse(JSON.stringify({ publicId, filters, theme, scheme, locale, timezone })) as Live

/** Embeds whose `loopKey` is the same share how sessions are asked for; it is the callback, unless that is a new one at each rendering. */
export const openEmbed = (target: Element | string, options: Options, loopKey: object = options.session): Embed => {
  checkOptions(options)
  const element = elementOf(target, document)
  const view = window
  const base = baseOf(options.url, view)
  const frame = dashboardFrame(document, base, options)
  const { on, emit, clear } = createEmitter()
  const loop = loopOf(document, loopKey)
  const isOfContent = options.height !== 'container'
  const live = liveOf(options)
  const destroyed = failure('destroyed', 'The embed was destroyed.')

  let state: EmbedState = 'loading'
  let run = new AbortController()
  let flight: Promise<void> | undefined
  let unsaid: Partial<Live> = {}
  let saying: Promise<unknown> = Promise.resolve()
  let pageTimer: ReturnType<typeof setTimeout> | undefined
  let settleReady: (ready: Ready) => void
  let refuseReady: (error: EmbedError) => void
  const ready = new Promise<Ready>((resolve, reject) => {
    settleReady = resolve
    refuseReady = reject
  })
  // Who listens to events alone need not look at the promise as well.
  ready.catch(() => undefined)

  const isOver = (): boolean => state === 'destroyed' || state === 'revoked'
  const overError = (): EmbedError => (state === 'revoked' ? failure('session_revoked', 'The session has ended.') : destroyed)
  const become = (next: EmbedState): void => {
    if (state === next || (isOver() && next !== 'destroyed')) return
    state = next
    emit('state', { state })
  }
  const end = (next: 'destroyed' | 'revoked', error: EmbedError): void => {
    expiry.stop()
    clearTimeout(pageTimer)
    refuseReady(error)
    run.abort(error)
    become(next)
  }
  const fail = (error: EmbedError): void => {
    if (isOver()) return
    become('failed')
    refuseReady(error)
    emit('error', error)
  }
  const revoke = (error: EmbedError): void => {
    if (isOver()) return
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
    if (why === 'start') unsaid = {}
    const answer = await channel.call(
      why === 'start' ? { call: 'start', session, live, height: isOfContent } : { call: 'renew', session, why },
    )
    signal.throwIfAborted()
    apply(why, answer)
  }

  /** Goes on until it has worked, or never can. */
  const obtain = async (why: Why, signal: AbortSignal): Promise<void> => {
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
    if (isOver()) return Promise.reject(overError())
    if (flight) return flight
    if (why === 'renew' && state === 'ready') become('renewing')
    return fly(state === 'failed' ? 'start' : why)
  }

  const expire = (error: EmbedError): void => {
    if (isOver() || state === 'expired') return
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
    if (isOver()) return
    if (told.tell === 'height' && Number.isFinite(told.px)) {
      if (isOfContent) frame.style.height = `${told.px}px`
      emit('height', { px: told.px })
    } else if (told.tell === 'ended') (told.why === 'revoked' ? revoke : expire)(asError(told.problem))
    else if (told.tell === 'event') emit(told.type, told.type === 'error' ? asError(told.payload) : told.payload)
  }

  const channel = openChannel(view, frame, base.origin, {
    onPage: (isAgain) => {
      clearTimeout(pageTimer)
      if (isAgain && !isOver()) start()
    },
    onTold,
  })

  const onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (!/^(frame|child|default)-src$/.test(effectiveDirective) || !blockedURI.startsWith(base.origin)) return
    clearTimeout(pageTimer)
    run.abort()
    fail(failure('blocked_by_csp', `Add ${base.origin} to frame-src of this page's policy.`))
  }
  const open = (): void => {
    pageTimer = setTimeout(
      () =>
        fail(
          failure(
            navigator.onLine ? 'timeout' : 'offline',
            `${base.origin} did not answer: is ${view.location.origin} in its embedOrigins?`,
            true,
          ),
        ),
      pageLimitMs,
    )
    element.append(frame)
    start()
  }
  const leave = loop.join(() => expiry.check())
  document.addEventListener('securitypolicyviolation', onViolation)
  const forget = options.loading === 'visible' ? whenNear(element, open) : undefined
  if (!forget) open()

  const whenShown = async (): Promise<void> => {
    if (isOver()) throw overError()
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
  const say = (): Promise<unknown> => {
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
