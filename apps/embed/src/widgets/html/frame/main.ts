/**
 * Runs in a frame of no origin, which holds no token, reaches no server and opens nothing: there a template may be compiled into code,
 * and the scripts of its author may run.
 */
import Handlebars from 'handlebars'
import type { FrameMessage, ShowReport } from '../messages.ts'

const say = (message: FrameMessage): void => window.parent.postMessage(message, '*')

const scriptTypes = new Set(['', 'text/javascript', 'module'])

// The parser does not run scripts that are put into a page later, as those of a template are. The policy allows no text as a script, but
// an address that holds one.
const runScripts = (box: HTMLElement): void => {
  for (const written of box.querySelectorAll('script')) {
    if (written.src !== '' || !scriptTypes.has(written.type)) continue
    const script = document.createElement('script')
    script.type = written.type
    script.async = false
    script.src = `data:text/javascript;charset=utf-8,${encodeURIComponent(written.textContent)}`
    written.replaceWith(script)
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
window.addEventListener('message', listen)
say({ type: 'facet-html-ready' })
