import { isObject, type Scheme, type Theme } from '../protocol/messages.ts'
import { originAround } from './accept-host.ts'

const source = 'cube-embed'

/** What a host that has no SDK may ask for, by the names and payloads that its wire has. */
export type Action =
  | { type: 'set-color-scheme'; scheme: Scheme }
  | { type: 'set-theme'; theme: Theme }
  | { type: 'set-locale'; locale: string }
  | { type: 'set-timezone'; timezone: string }
  | { type: 'set-filter'; filterUrlParameter: string }
  | { type: 'navigate'; path: string }
  | { type: 'refresh' }

export type LegacyHost = { event: (type: string, payload: unknown) => void; close: () => void }

type Around = {
  view: Window
  /** Whom the tenant lets show its pages, as far as it is known by now. Nobody else is told anything, or listened to. */
  origins: () => readonly string[]
  surface: 'dashboard' | 'app' | 'chat'
  onAction: (action: Action) => void
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 10_000
const isScheme = (value: unknown): value is Scheme => value === 'light' || value === 'dark' || value === 'auto'

const schemeAction = (scheme: unknown): Action | undefined => (isScheme(scheme) ? { type: 'set-color-scheme', scheme } : undefined)

const actions: Record<string, (payload: Record<string, unknown>) => Action | undefined> = {
  'set-color-scheme': ({ scheme }) => schemeAction(scheme),
  'set-theme': (theme) => ({ type: 'set-theme', theme }),
  'set-locale': ({ locale }) => (isText(locale) ? { type: 'set-locale', locale } : undefined),
  'set-timezone': ({ timezone }) => (isText(timezone) ? { type: 'set-timezone', timezone } : undefined),
  'set-filter': ({ filterUrlParameter }) =>
    isText(filterUrlParameter) && filterUrlParameter.startsWith('f_') ? { type: 'set-filter', filterUrlParameter } : undefined,
  navigate: ({ path }) => (isText(path) && path.startsWith('/') && !path.startsWith('//') ? { type: 'navigate', path } : undefined),
  refresh: () => ({ type: 'refresh' }),
}

/** The action that a message is, or nothing. */
export const readAction = (data: unknown): Action | undefined => {
  if (!isObject(data)) return undefined
  // Demos of the wire send this one without an envelope.
  if (data['type'] === 'SET_THEME') return schemeAction(data['payload'])
  if (data['source'] !== source || data['direction'] !== 'action' || typeof data['type'] !== 'string') return undefined
  const name = /^cube:action:([a-z-]+)$/.exec(data['type'])?.[1] ?? ''
  const payload = data['payload'] ?? {}
  return Object.hasOwn(actions, name) && isObject(payload) ? actions[name]?.(payload) : undefined
}

/**
 * A host with a plain iframe: events are posted to the window around, actions come from it. The browser hands a message to an origin
 * that it names or to nobody, so where it is not known which of them is around, each is named.
 */
export const openLegacyHost = ({ view, origins, surface, onAction }: Around): LegacyHost => {
  const around = originAround(view)

  const onMessage = (event: MessageEvent): void => {
    if (event.source !== view.parent || view.parent === view || !origins().includes(event.origin)) return
    const action = readAction(event.data)
    if (action) onAction(action)
  }
  view.addEventListener('message', onMessage)

  return {
    event: (type, payload) => {
      if (view.parent === view) return
      const message = { source, direction: 'event', type: `cube:event:${type}`, payload, timestamp: Date.now(), surface }
      for (const target of origins()) if (around === undefined || target === around) view.parent.postMessage(message, target)
    },
    close: () => view.removeEventListener('message', onMessage),
  }
}
