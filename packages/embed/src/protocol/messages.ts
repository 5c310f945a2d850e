import type { Problem } from '../error.ts'

/** Marks messages of this protocol: other programs post to the same windows. */
export const protocol = 'facet-embed/1'

/** In the address of a frame that gets its session over a port. Without it, and without a session, an address means signing in. */
export const portParameter = 'sdk'
/** In the address of a frame that only fetches what a later one needs. */
export const preloadParameter = 'preload'

/** From the page to the window it is in, once it listens. Holds a number that tells a page that was loaded again from the one before. */
export type Hello = { protocol: typeof protocol; type: 'hello'; page: number }
/** In place of the page, from a document that says why it is not shown: the origin of the host is not in `embedOrigins`. */
export type Refused = { protocol: typeof protocol; type: 'refused'; problem: Problem }
/** From the host to the page, with a port. Everything else goes over that port. */
export type Connect = { protocol: typeof protocol; type: 'connect' }

export type Scheme = 'light' | 'dark' | 'auto'
export type FilterValue = string | number | boolean | null | readonly (string | number | boolean | null)[]
/** By `view.dimension`, as in an address: `{ 'orders.country': { value: 'USA' } }`. */
export type Filters = { readonly [member: string]: { readonly value: FilterValue; readonly type?: string } }
export type Theme = { readonly [name: string]: unknown }

/** What a host may change while people look. */
export type Live = {
  publicId: string
  filters?: Filters
  theme?: Theme
  scheme?: Scheme
  locale?: string
  timezone?: string
  /** Whether the rows of a widget can be downloaded, unless the dashboard keeps them; they cannot unless you say so. */
  allowExport?: boolean
}
/** `undefined` takes back what was said: it is as if it had never been. */
export type Change = { [N in keyof Live]?: Live[N] | undefined }

/** Why a session is asked for: for a new frame, before the one in use ends, or because it has ended. */
export type Why = 'start' | 'renew' | 'expired'

export type Ready = {
  embedTenant: string | null
  deploymentId: number | null
  mode: 'signed' | 'private'
  surface: 'dashboard' | 'app' | 'chat'
  publicId?: string
}

/** What a token answers with its life in seconds, counted from now: clocks of two machines do not agree. */
export type Granted = { expires_in: number }
export type Started = Granted & { ready: Ready }

/** From the host. Each is answered by its number. */
export type Call = { id: number } & (
  | { call: 'start'; session: string; live: Live; height: boolean }
  | { call: 'renew'; session: string; why: Why }
  | { call: 'set'; change: Change }
  | { call: 'refresh' }
)

/** From the page. `connected` comes first: what took the port is a page that knows this protocol, and calls are sent. */
export type Told =
  | { tell: 'connected'; page: number }
  | { tell: 'answer'; id: number; value: unknown }
  | { tell: 'refusal'; id: number; problem: Problem }
  | { tell: 'event'; type: string; payload: unknown }
  | { tell: 'height'; px: number }
  /** `reopen`: what is shown is to be another, which takes a session of its own. The one in use has not ended. */
  | { tell: 'ended'; why: 'expired' | 'revoked' | 'reopen'; problem: Problem }

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
export const isWindowMessage = (data: unknown, type: (Hello | Connect | Refused)['type']): data is Record<string, unknown> =>
  isObject(data) && data['protocol'] === protocol && data['type'] === type
