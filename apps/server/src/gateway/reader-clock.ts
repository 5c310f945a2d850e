import type { ServerResponse } from 'node:http'

/** Runs while a part of an answer waits for its reader. */
export type ReaderClock = { start: () => void; stop: () => void }

/**
 * Tells when a reader took nothing of what waits for so long. By what is left to be sent, not by what the connection does: a caller
 * that sends a byte now and then is no reader.
 */
export const createReaderClock = (response: ServerResponse, maxStallMs: number, onStall: () => void): ReaderClock => {
  let timer: NodeJS.Timeout | undefined
  let left = 0
  const stop = (): void => clearTimeout(timer)
  const start = (): void => {
    stop()
    left = response.writableLength
    timer = setTimeout(look, maxStallMs)
    timer.unref()
  }
  const look = (): void => {
    // Without a connection of its own it waits for the answers before it, and not for its reader.
    if (response.socket !== null && response.writableLength >= left) onStall()
    else start()
  }
  return { start, stop }
}
