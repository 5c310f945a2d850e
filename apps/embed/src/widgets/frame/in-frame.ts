import { frameReady } from './ready.ts'

/**
 * No policy of a page reaches connections between browsers, and what they send could be rows. They are taken away before anything of an
 * author is done. Frames inside of this one have them still, and run no script: the policy allows them no text and no address of one.
 */
const removePeerConnections = (): void => {
  for (const name of Object.getOwnPropertyNames(window)) if (name.endsWith('RTCPeerConnection')) Reflect.deleteProperty(window, name)
}

export const say = (message: object): void => window.parent.postMessage(message, '*')

export type FrameStyle = { text: string; background: string; accent: string; fontFamily: string; scheme: 'light' | 'dark' }

/** A document that has no styles of the page looks like it. */
export const takeStyle = ({ text, background, accent, fontFamily, scheme }: FrameStyle, locale: string): void => {
  const { documentElement: root } = document
  root.lang = locale
  for (const [name, value] of Object.entries({ text, background, accent, font: fontFamily }))
    root.style.setProperty(`--facet-${name}`, value)
  root.style.colorScheme = scheme
}

/** Hears the page around this frame, and nobody else. What it returns ends that. */
export const hearPage = (onMessage: (message: unknown) => void): (() => void) => {
  const listen = ({ source, data }: MessageEvent): void => {
    if (source === window.parent) onMessage(data)
  }
  removePeerConnections()
  window.addEventListener('message', listen)
  say({ type: frameReady })
  return () => window.removeEventListener('message', listen)
}
