import type { Allowed, Options } from './options.ts'
import { portParameter, preloadParameter } from './protocol/messages.ts'

const everything: readonly Allowed[] = ['download', 'popup', 'fullscreen', 'clipboard']

/** allow-same-origin gives the frame its own origin back, which is never the host's: `baseOf` saw to that. */
const sandbox: Partial<Record<Allowed, string>> = { download: 'allow-downloads', popup: 'allow-popups' }
const features: Partial<Record<Allowed, string>> = { fullscreen: 'fullscreen', clipboard: 'clipboard-write' }

const named = (allow: readonly Allowed[], names: Partial<Record<Allowed, string>>): string[] => allow.flatMap((each) => names[each] ?? [])

const makeFrame = (title: string, src: string, allow: readonly Allowed[]): HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  frame.title = title
  // Tells the page which window to say hello to: its origin, and nothing of the address.
  frame.referrerPolicy = 'origin'
  frame.setAttribute('sandbox', ['allow-scripts allow-same-origin allow-forms', ...named(allow, sandbox)].join(' '))
  frame.allow = named(allow, features).join('; ')
  frame.src = src
  return frame
}

const addressOf = (base: URL, publicId: string, parameter: string): string =>
  new URL(`embed/dashboard/${encodeURIComponent(publicId)}?${parameter}=1`, base).href

export const dashboardFrame = (base: URL, { title, publicId, height, allow = everything }: Options): HTMLIFrameElement => {
  const frame = makeFrame(title, addressOf(base, publicId, portParameter), allow)
  frame.style.cssText = `display:block;width:100%;border:0${height === 'container' ? ';height:100%' : ''}`
  return frame
}

/** Only a frame fills the cache that a frame reads: browsers keep one for each page around it. */
export const preloadFrame = (base: URL): HTMLIFrameElement => {
  const frame = makeFrame('', addressOf(base, 'preload', preloadParameter), [])
  frame.hidden = true
  return frame
}
