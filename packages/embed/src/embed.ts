import { asError, openChannel } from './channel.ts'
import { createEmitter, type EmbedEvents, type EmbedState, type Listener } from './emitter.ts'
import { EmbedError, failure } from './error.ts'
import { createExpiry } from './expiry.ts'
import { dashboardFrame } from './frame.ts'
import { pageLimitMs } from './limits.ts'
import { loopOf } from './loops.ts'
import { baseOf, checkOptions, elementOf, liveNames, type Options, type SessionCallback } from './options.ts'
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
const liveOf = (change: Change): Live =>
  JSON.parse(JSON.stringify(Object.fromEntries(liveNames.map((name) => [name, change[name]])))) as Live

/** `session` is the callback of the host, unless `options` wraps it: embeds with the same one share a retry loop. */
export const openEmbed = (target: Element | string, options: Options, session: SessionCallback): Embed => {
  checkOptions(options, session)
  const element = elementOf(target)
  const base = baseOf(options.url)
  const frame = dashboardFrame(base, options)
  const { on, emit, clear } = createEmitter()
  const loop = loopOf(document, session)
  const isOfContent = options.height !== 'container'
  const live: Change = { ...options }
  const destroyed = failure('destroyed', 'The embed was destroyed.')

  let state: EmbedState = 'loading'
  /** Why nothing more happens: it is revoked, or destroyed. */
  let over: EmbedError | undefined
  let run = new AbortController()
  let flight: Promise<void> | undefined
  let unsaid: Change | undefined
  let saying: Promise<unknown> | undefined
  let hasPage = false
  /** How often no page came, or none that answers. */
  let unanswered = 0
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
    expiry.stop()
    become('failed')
    refuseReady(error)
    emit('error', error)
  }
  const revoke = (error: EmbedError): void => {
    end('revoked', error)
    emit('revoked', error)
  }

  const apply = (why: Why, answer: unknown): void => {
    const { expires_in: expiresIn, ready: said } = answer as Granted & Partial<Started>
    unanswered = 0
    expiry.begin(expiresIn)
    become('ready')
    if (why !== 'start') return emit('renewed', { expiresIn })
    settleReady(said as Ready)
    emit('ready', said)
  }

  const attempt = async (why: Why, signal: AbortSignal): Promise<void> => {
    // Nobody is there to take it. A frame that is put back is loaded again, and begins anew.
    if (hasPage && !frame.isConnected) throw destroyed
    const id = await loop.ask({
      call: (limit) => options.session(why, limit),
      isStart: why === 'start',
      signal,
      onFailure: (error) => emit('error', error),
    })
    await channel.page
    // What was set so far travels with the start.
    if (why === 'start') {
      unsaid = undefined
      saying = undefined
    }
    const answer = await channel.call(
      why === 'start' ? { call: 'start', session: id, live: liveOf(live), height: isOfContent } : { call: 'renew', session: id, why },
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
        const isRevoked = error.code.endsWith('_revoked')
        if (isRevoked || !error.retryable) {
          ;(isRevoked ? revoke : fail)(error)
          throw error
        }
        emit('error', error)
        if (why === 'start' && error.code === 'timeout') {
          // The document took the port, and the page that should answer did not come. The next one begins anew, which ends this.
          hasPage = false
          await loadAgain(signal)
          while (!signal.aborted) await loop.pause(failures, signal)
        } else await loop.pause(failures, signal)
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
  const start = (again?: EmbedError): void => {
    run.abort(again)
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
    } else if (told.tell === 'ended') {
      if (told.why === 'reopen') void renewFor('renew')
      else (told.why === 'revoked' ? revoke : expire)(asError(told.problem))
    } else if (told.tell === 'event') emit(told.type, told.type === 'error' ? asError(told.payload) : told.payload)
  }

  const channel = openChannel(frame, base.origin, {
    onPage: (again) => {
      hasPage = true
      clearTimeout(pageTimer)
      if (again && !over) start(again)
    },
    onRefused: (error) => refuse(error),
    onTold,
  })

  /** The page will not come: the browser or the service keeps it out of this frame. */
  const refuse = (error: EmbedError): void => {
    clearTimeout(pageTimer)
    run.abort(error)
    fail(error)
  }
  const onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (hasPage || !/^(frame|child|default)-src$/.test(effectiveDirective) || !blockedURI.startsWith(base.origin)) return
    refuse(failure('blocked_by_csp', `Add ${base.origin} to frame-src of this page's policy.`))
  }
  /** What a browser shows in place of a page that it could not reach stays there until somebody loads it again. */
  const loadAgain = async (signal: AbortSignal): Promise<void> => {
    await loop.pause(++unanswered, signal)
    if (hasPage || signal.aborted) return
    frame.src += ''
    expectPage()
  }
  const expectPage = (): void => {
    pageTimer = setTimeout(() => {
      const code = navigator.onLine ? 'timeout' : 'offline'
      fail(failure(code, `${base.origin} did not answer: is ${window.origin} in its embedOrigins?`, true))
      void loadAgain(run.signal)
    }, pageLimitMs)
  }
  const open = (): void => {
    expectPage()
    element.append(frame)
    start()
  }
  const leave = loop.join(() => expiry.check())
  document.addEventListener('securitypolicyviolation', onViolation)
  const forget = options.loading === 'visible' ? whenNear(element, open) : undefined
  if (!forget) open()

  const whenShown = async (): Promise<void> => {
    if (over) throw over
    // What was refused may be granted to what was set since.
    if (state === 'failed' && hasPage && !flight) start()
    if (state !== 'loading' && state !== 'failed') return
    try {
      await (flight ?? ready)
    } catch (error) {
      // Where the page was loaded again, another start is under way.
      if (flight === undefined) throw error
      await whenShown()
    }
  }

  return {
    ready,
    get state() {
      return state
    },
    set: async (change) => {
      Object.assign(live, change)
      unsaid = { ...unsaid, ...change }
      await whenShown()
      // One message for all that was set meanwhile.
      if (unsaid) saying = channel.call({ call: 'set', change: unsaid })
      unsaid = undefined
      await saying
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
