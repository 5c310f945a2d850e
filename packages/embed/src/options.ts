import { failure } from './error.ts'
import type { Live, Why } from './protocol/messages.ts'
import { warn } from './warn.ts'

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

/** What a host may change while people look. */
export const liveNames = ['publicId', 'filters', 'theme', 'scheme', 'locale', 'timezone', 'allowExport'] as const

const optionNames = new Set<string>(['url', 'title', 'session', 'surface', 'height', 'loading', 'allow', ...liveNames])

/** Refuses options that can never work, and warns of unknown ones, before anything is created. */
export const checkOptions = (options: Options, session: unknown): void => {
  if (typeof document === 'undefined') refuse('mount needs a browser: call it in an effect.')
  for (const name of Object.keys(options)) if (!optionNames.has(name)) warn(`${name} is not an option.`)
  for (const name of ['title', 'publicId'] as const) if (!options[name]) refuse(`${name} is missing.`)
  if (typeof session !== 'function') refuse(`session must be a function that returns a session id, not ${typeof session}.`)
}

export const elementOf = (target: Element | string): Element =>
  (typeof target === 'string' ? document.querySelector(target) : target) ?? refuse(`Nothing matches ${target as string}.`)
