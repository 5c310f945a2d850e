import { createListener, type Listener } from './listener.ts'

/** For who works in turns: waits for the next notice on a channel. */
export type Notifications = Listener & {
  /** Resolves with the next one, after so long, or when the signal comes. One that came since the last wait counts. */
  next: (maxWaitMs: number, signal: AbortSignal) => Promise<void>
}

export const createNotifications = (url: string, channel: string): Notifications => {
  let hasCome = false
  let wake = (): void => undefined
  const listener = createListener(url, channel, () => {
    hasCome = true
    wake()
  })
  return {
    ...listener,
    next: async (maxWaitMs, signal) => {
      if (!hasCome && !signal.aborted)
        await new Promise<void>((resolve) => {
          const leave = (): void => {
            clearTimeout(timer)
            signal.removeEventListener('abort', leave)
            resolve()
          }
          const timer = setTimeout(leave, Math.max(0, maxWaitMs))
          wake = leave
          signal.addEventListener('abort', leave)
        })
      hasCome = false
    },
  }
}
