import { readFrameMessage, type ShowReport } from './messages.ts'

export const frameAddress = '/embed/html-frame'

/**
 * Puts a frame of no origin into a box and hands it what to show, once. The address of the frame is no protection, since it has no
 * origin; that the window is ours is.
 */
export const openFrame = (box: HTMLElement, title: string, report: ShowReport, onFailure: (reason: string) => void): (() => void) => {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  let isShown = false

  const listen = ({ source, data }: MessageEvent): void => {
    const message = source === frame.contentWindow ? readFrameMessage(data) : null
    if (message?.type === 'facet-html-height') frame.style.blockSize = `${message.height}px`
    if (message?.type === 'facet-html-failed') onFailure(message.reason)
    if (message?.type !== 'facet-html-ready' || isShown) return
    // Once: a frame that went elsewhere and says the same gets no rows.
    isShown = true
    frame.contentWindow?.postMessage(report, '*')
  }
  window.addEventListener('message', listen)
  frame.src = frameAddress
  box.replaceChildren(frame)
  return () => {
    window.removeEventListener('message', listen)
    frame.remove()
  }
}
