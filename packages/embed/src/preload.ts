import { preloadFrame } from './frame.ts'
import { baseOf } from './options.ts'

/** Has the browser fetch what every dashboard of that address needs, in a frame nobody sees. Spends no session. */
export const preload = (url: string): void => {
  const frame = preloadFrame(baseOf(url))
  frame.addEventListener('load', () => frame.remove())
  document.body.append(frame)
}
