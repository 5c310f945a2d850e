import { failure } from './error.ts'
import type { Live, Why } from './protocol/messages.ts'

export type Allowed = 'download' | 'popup' | 'fullscreen' | 'clipboard'

/** Asks your own backend for a new session of the person who looks. Asked again for every frame and every renewal: a session works once. */
export type SessionCallback = (why: Why, signal: AbortSignal) => Promise<string>

export type Options = Live & {
  /** Where the tenant's pages are, such as `https://acme.example.com`. */
  url: string
  /** What a screen reader says of the frame. */
  title: string
  session: SessionCallback
  surface?: 'dashboard'
  /** `content` (the default): the frame is as high as what it shows. `container`: as high as the element it is in. */
  height?: 'content' | 'container'
  /** `visible`: nothing is loaded, and no session asked for, until the frame comes near the view. */
  loading?: 'eager' | 'visible'
  /** What the frame may do beside showing; everything unless you say so. */
  allow?: readonly Allowed[]
}

const refuse = (message: string, cause?: unknown): never => {
  throw failure('invalid_options', message, false, cause)
}

const parse = (url: string): URL => {
  try {
    return new URL(url.endsWith('/') ? url : `${url}/`)
  } catch (cause) {
    return refuse(`url is not absolute: ${url}`, cause)
  }
}

/** The address of the tenant's pages; refused where a frame could reach into the page around it. */
export const baseOf = (url: string): URL => {
  const base = parse(url)
  if (base.origin === window.origin)
    throw failure('same_origin', `${base.origin} is this page's own origin: the frame could read all of it.`)
  return base
}

/** Says what is missing before anything is made. */
export const checkOptions = (options: Options): void => {
  for (const name of ['title', 'publicId', 'session'] as const) if (!options[name]) refuse(`${name} is missing.`)
}

export const elementOf = (target: Element | string): Element =>
  (typeof target === 'string' ? document.querySelector(target) : target) ?? refuse(`Nothing matches ${target as string}.`)
