import { EmbedError, failure } from './error.ts'
import { callbackLimitMs, firstPauseMs, longestPauseMs } from './limits.ts'

export type Asking = {
  call: (signal: AbortSignal) => Promise<string>
  /** Whether somebody waits for a first picture: these need not go one after another. */
  isStart: boolean
  signal: AbortSignal
  onFailure: (error: EmbedError) => void
}

/**
 * How sessions are asked for by all embeds that have one callback: where it fails, one of them tries again, later each time, and the
 * others wait for that. Nothing but its signal ends an asking.
 */
export type Loop = {
  ask: (asking: Asking) => Promise<string>
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  /** Whom to wake when the network or the person is back; gives the function that leaves. */
  join: (wake: () => void) => () => void
}

const pauseMs = (failures: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)

const callbackFailed = (why: string, cause?: unknown): EmbedError => failure('session_callback_failed', `session() ${why}`, true, cause)

const once = async (call: Asking['call'], signal: AbortSignal): Promise<string> => {
  const limit = new AbortController()
  const stop = (): void => limit.abort(signal.reason)
  const late = setTimeout(() => limit.abort(callbackFailed('took too long.')), callbackLimitMs)
  signal.addEventListener('abort', stop)
  try {
    const stopped = new Promise<never>((_, reject) => limit.signal.addEventListener('abort', () => reject(limit.signal.reason)))
    const session: unknown = await Promise.race([call(limit.signal), stopped])
    if (session && typeof session === 'string') return session
    throw callbackFailed(`must resolve to a session id, the text sessionId; it was ${session === '' ? 'empty' : typeof session}.`)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}

export const createLoop = (document: Document): Loop => {
  const view = document.defaultView
  const members = new Set<() => void>()
  const pauses = new Set<() => void>()
  let failures = 0
  let turn: Promise<unknown> = Promise.resolve()

  const wake = (): void => {
    if (!document.hidden) for (const each of [...pauses, ...members]) each()
  }
  const pause = (count: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        pauses.delete(end)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, pauseMs(count))
      pauses.add(end)
      signal.addEventListener('abort', end)
    })

  const attempt = async ({ call, signal, onFailure }: Asking): Promise<string | undefined> => {
    signal.throwIfAborted()
    try {
      const session = await once(call, signal)
      failures = 0
      return session
    } catch (error) {
      signal.throwIfAborted()
      onFailure(error instanceof EmbedError ? error : callbackFailed(`failed: ${String(error)}`, error))
      return undefined
    }
  }

  const inTurn = async (asking: Asking): Promise<string> => {
    for (;;) {
      if (failures > 0) await pause(failures, asking.signal)
      const session = await attempt(asking)
      if (session !== undefined) return session
      failures++
    }
  }

  return {
    ask: async (asking) => {
      if (asking.isStart && failures === 0) {
        const session = await attempt(asking)
        if (session !== undefined) return session
        // Several may have begun side by side: together they are one failure.
        failures ||= 1
      }
      const mine = turn.then(() => inTurn(asking))
      turn = mine.catch(() => undefined)
      return mine
    },
    pause,
    join: (member) => {
      // The same listener is added once, however often it is said.
      view?.addEventListener('online', wake)
      document.addEventListener('visibilitychange', wake)
      members.add(member)
      return () => {
        members.delete(member)
        if (members.size > 0) return
        view?.removeEventListener('online', wake)
        document.removeEventListener('visibilitychange', wake)
      }
    },
  }
}
