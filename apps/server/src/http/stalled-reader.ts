import type { ServerResponse } from 'node:http'
import { onClose } from './on-close.ts'

/** As long as the data API waits for a reader. */
const maxStallMs = 30_000

/**
 * Cuts a stream whose reader takes nothing of it: what is held for the answer would be held until its token ends. Looked at now and then;
 * a reader that is behind at two looks, and took nothing in between, is gone.
 */
export const cutStalledReader = (response: ServerResponse, everyMs = maxStallMs): void => {
  let wasBehind = false
  const timer = setInterval(() => {
    if (wasBehind && response.writableNeedDrain) response.destroy()
    else wasBehind = response.writableNeedDrain
  }, everyMs)
  timer.unref()
  response.on('drain', () => {
    wasBehind = false
  })
  onClose(response, () => clearInterval(timer))
}
