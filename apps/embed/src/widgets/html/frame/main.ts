/**
 * Runs in a frame of no origin, which holds no token, reaches no server and opens nothing: there a template may be compiled into code,
 * and the scripts of its author may run.
 */
import Handlebars from 'handlebars'
import { hearPage, say, takeStyle } from '../../frame/in-frame.ts'
import type { ReportMessage, ShowReport } from '../messages.ts'

const tell = (message: ReportMessage): void => say(message)

const scriptTypes = new Set(['', 'text/javascript', 'module'])

const run = ({ type, textContent: text }: HTMLScriptElement): unknown =>
  // oxlint-disable-next-line no-eval -- Scripts of a report are what this frame is for; as text they need no address that the policy would allow to frames inside of it too.
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
    tell({ type: 'facet-html-height', height })
  }).observe(box)
}

const show = ({ template, rows, locale, style }: ShowReport): void => {
  const box = document.querySelector<HTMLElement>('#report')
  if (!box) return
  takeStyle(style, locale)
  const [first] = rows
  box.innerHTML = Handlebars.compile(template)({ result: { data: rows, _first: first ?? {} } })
  followHeight(box)
  runScripts(box)
}

const isShow = (sent: unknown): sent is ShowReport =>
  typeof sent === 'object' && sent !== null && 'type' in sent && sent.type === 'facet-html-show'

const endHearing = hearPage((sent) => {
  if (!isShow(sent)) return
  endHearing()
  try {
    show(sent)
  } catch (error) {
    tell({ type: 'facet-html-failed', reason: error instanceof Error ? error.message : String(error) })
  }
})
