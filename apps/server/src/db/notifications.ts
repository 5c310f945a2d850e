import { createClient } from './connection.ts'

/** What the database says on a channel. A notification may be lost: whoever waits looks again after a while anyway. */
export type Notifications = {
  /** Resolves with the next one, after so long, or when the signal comes. One that came since the last wait counts. */
  next: (maxWaitMs: number, signal: AbortSignal) => Promise<void>
  close: () => Promise<void>
}

export const listenTo = async (url: string, channel: string): Promise<Notifications> => {
  if (!/^[a-z_]+$/.test(channel)) throw new TypeError(`"${channel}" is not the name of a channel.`)
  const client = createClient(url, { pipeline: true })
  let hasCome = false
  let problem: Error | undefined
  let wake = (): void => undefined
  const end = (error?: Error): void => {
    problem ??= error ?? new Error('Connection terminated while listening.')
    wake()
  }
  client.on('error', end)
  client.on('end', () => end())
  client.on('notification', () => {
    hasCome = true
    wake()
  })
  await client.connect()
  await client.query(`listen ${channel}`)
  return {
    next: async (maxWaitMs, signal) => {
      if (!hasCome && !problem && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, maxWaitMs))
          const leave = (): void => {
            clearTimeout(timer)
            signal.removeEventListener('abort', leave)
            resolve()
          }
          wake = leave
          signal.addEventListener('abort', leave)
        })
      if (problem && !signal.aborted) throw problem
      hasCome = false
    },
    close: () => client.end(),
  }
}
