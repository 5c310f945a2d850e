import { EmbedError } from './error.ts'
import type { Ready } from './protocol/messages.ts'
import { warn } from './warn.ts'

export type EmbedState = 'loading' | 'ready' | 'renewing' | 'expired' | 'revoked' | 'failed' | 'destroyed'

/** What an embed tells. The page's own keep the names and payloads that they have on the wire, without `cube:event:`. */
export type EmbedEvents = {
  ready: Ready
  view: { surface: string; path: string; publicId?: string; title?: string }
  navigate: { path: string; previousPath?: string }
  'dashboard-loaded': { publicId?: string; widgetCount?: number; loadDurationMs?: number }
  download: { format: string; target: string; widgetId?: string; title?: string; rowCount?: number }
  drilldown: { member: string; value?: unknown; widgetId?: string }
  'ai-query': { query: string; status: string; chatId?: string; agentId?: string }
  error: EmbedError
  height: { px: number }
  state: { state: EmbedState }
  /** A new session is asked for: the one in use ends in so many seconds. */
  'session-expiring': { expiresIn: number }
  renewed: { expiresIn: number }
  expired: EmbedError
  revoked: EmbedError
}
export type EmbedEvent = { [T in keyof EmbedEvents]: { type: T; payload: EmbedEvents[T] } }[keyof EmbedEvents]
export type Listener<T extends keyof EmbedEvents = keyof EmbedEvents> = (event: Extract<EmbedEvent, { type: T }>) => void

export type Emitter = {
  on: (type: string, listener: (event: never) => void) => () => void
  emit: (type: string, payload: unknown) => void
  clear: () => void
}

export const createEmitter = (): Emitter => {
  const listeners = new Set<{ type: string; listener: (event: never) => void }>()
  const warned = new Set<string>()
  /** A retry fails with the same code every few seconds: one warning is enough. */
  const warnOnce = ({ code, message, requestId }: EmbedError): void => {
    if (!warned.has(code)) warn(`${message} (${code}${requestId ? `, request ${requestId}` : ''})`)
    warned.add(code)
  }
  return {
    on: (type, listener) => {
      const entry = { type, listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    emit: (type, payload) => {
      if (payload instanceof EmbedError && type !== 'expired') warnOnce(payload)
      for (const entry of [...listeners]) {
        if (entry.type !== type && entry.type !== '*') continue
        try {
          entry.listener({ type, payload } as never)
        } catch (error) {
          // The host's mistake is the host's to see, and stops nobody else's listener.
          reportError(error)
        }
      }
    },
    clear: () => listeners.clear(),
  }
}
