/**
 * Runs in a frame of no origin, which holds no token, reaches no server and opens nothing: there a template may be compiled into code,
 * and the scripts of its author may run.
 */
import Handlebars from 'handlebars'
import type { FrameMessage, ShowReport } from '../messages.ts'

const say = (message: FrameMessage): void => window.parent.postMessage(message, '*')

const scriptTypes = new Set(['', 'text/javascript', 'module'])

/**
 * No policy of a page reaches connections between browsers, and what they send could be rows. They are taken away before a script runs.
 * Frames inside of this one have them still, and run no script: the policy allows them no text and no address of one.
 */
const removePeerConnections = (): void => {
  for (const name of Object.getOwnPropertyNames(window)) if (name.endsWith('RTCPeerConnection')) Reflect.deleteProperty(window, name)
}

const run = ({ type, textContent: text }: HTMLScriptElement): unknown =>
  globalThis.eval(type === 'module' ? `(async()=>{'use strict';${text}\n})()` : text)

// The parser does not run scripts that are put into a page later, as those of a template are. A script with an address would load it.
const runScripts = (box: HTMLElement): void => {
  for (const script of box.querySelectorAll('script'))
    try {
      if (!script.hasAttribute('src') && scriptTypes.has(script.type)) run(script)
    } catch (error) {
      reportError(error)
    }
}

const followHeight = (box: HTMLElement): void => {
  let [last, changes] = [-1, 0]
  new ResizeObserver(() => {
    const height = box.offsetHeight
    // Content that is as high as its frame and more would grow without end.
    if (Math.abs(height - last) < 1 || changes > 30) return
    last = height
    changes++
    say({ type: 'facet-html-height', height })
  }).observe(box)
}

const show = ({ template, rows, locale, style }: ShowReport): void => {
  const box = document.querySelector<HTMLElement>('#report')
  if (!box) return
  const { documentElement: root } = document
  root.lang = locale
  for (const [name, value] of Object.entries({
    text: style.text,
    background: style.background,
    accent: style.accent,
    font: style.fontFamily,
  }))
    root.style.setProperty(`--facet-${name}`, value)
  root.style.colorScheme = style.scheme
  const [first] = rows
  box.innerHTML = Handlebars.compile(template)({ result: { data: rows, _first: first ?? {} } })
  followHeight(box)
  runScripts(box)
}

const isShow = (sent: unknown): sent is ShowReport =>
  typeof sent === 'object' && sent !== null && 'type' in sent && sent.type === 'facet-html-show'

const listen = ({ source, data }: MessageEvent): void => {
  if (source !== window.parent || !isShow(data)) return
  window.removeEventListener('message', listen)
  try {
    show(data)
  } catch (error) {
    say({ type: 'facet-html-failed', reason: error instanceof Error ? error.message : String(error) })
  }
}
removePeerConnections()
window.addEventListener('message', listen)
say({ type: 'facet-html-ready' })
