import { preloadFrame } from './frame.ts'
import { baseOf } from './options.ts'

const limitMs = 30_000

/** Has the browser fetch what every dashboard of that address needs, in a frame nobody sees. Spends no session. */
export const preload = (url: string): void => {
  const frame = preloadFrame(document, baseOf(url, window))
  const remove = (): void => {
    clearTimeout(timer)
    frame.remove()
  }
  const timer = setTimeout(remove, limitMs)
  frame.addEventListener('load', remove)
  document.body.append(frame)
}
