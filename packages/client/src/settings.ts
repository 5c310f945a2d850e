import { type Retries, type RetryOptions, retriesOf, wait, type Wait } from './retry.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Key = string | (() => string | undefined | Promise<string | undefined>) | undefined

export type ClientOptions = {
  /** Address of the installation; the empty string stands for the origin of the page. */
  readonly baseUrl: string
  /** An API key, or a function that is asked for one before each request. Without it requests carry no credential. */
  readonly key?: Key
  readonly scheme?: 'Bearer' | 'Api-Key' | undefined
  readonly fetch?: Fetch | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retries?: RetryOptions | undefined
  /** How long one attempt may take, for a stream until it starts; 60 seconds when left out. */
  readonly timeoutMs?: number | undefined
  /** Browsers may replace it with their own. */
  readonly userAgent?: string | undefined
  /** Replaces the timer between attempts. */
  readonly wait?: Wait | undefined
}

export type Settings = {
  readonly baseUrl: string
  readonly key: Key
  readonly scheme: string
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  readonly retries: Retries
  readonly timeoutMs: number
  readonly wait: Wait
}

export const settingsOf = (options: ClientOptions): Settings => ({
  baseUrl: options.baseUrl.replace(/\/+$/, ''),
  key: options.key,
  scheme: options.scheme ?? 'Bearer',
  // Looked up at each call: pages and tests replace the global one after the client was made.
  fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
  headers: { ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }), ...options.headers },
  retries: retriesOf(options.retries),
  timeoutMs: options.timeoutMs ?? 60_000,
  wait: options.wait ?? wait,
})
