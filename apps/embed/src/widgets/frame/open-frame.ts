import { isObject } from '../../format/is-object.ts'
import { frameReady } from './ready.ts'

type Parts<Message> = {
  address: string
  title: string
  /** Its author may send anything, so nothing of it is taken that is not looked at. */
  read: (sent: unknown) => Message | null
  onMessage: (message: Message) => void
}

export type OpaqueFrame = {
  /** What is sent before the frame listens waits for it, the last of it alone. */
  send: (message: object) => void
  setHeight: (heightPx: number) => void
  close: () => void
}

/**
 * Puts a frame of no origin into a box. Its address is no protection, since it has no origin; that the window is ours is. It listens once:
 * one that went elsewhere and says so again gets no rows any more, and is not heard.
 */
export const openFrame = <Message>(box: HTMLElement, { address, title, read, onMessage }: Parts<Message>): OpaqueFrame => {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  let loads = 0
  let waiting: object | undefined

  const post = (message: object): void => frame.contentWindow?.postMessage(message, '*')
  const listen = ({ source, data }: MessageEvent): void => {
    if (source !== frame.contentWindow) return
    if (isObject(data) && data['type'] === frameReady) {
      loads++
      if (loads === 1 && waiting) post(waiting)
      return
    }
    const message = loads === 1 ? read(data) : null
    if (message) onMessage(message)
  }
  window.addEventListener('message', listen)
  frame.src = address
  box.replaceChildren(frame)
  return {
    send: (message) => {
      if (loads === 1) post(message)
      else waiting = message
    },
    setHeight: (heightPx) => {
      frame.style.blockSize = `${heightPx}px`
    },
    close: () => {
      window.removeEventListener('message', listen)
      frame.remove()
    },
  }
}
