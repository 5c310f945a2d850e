import { type Client, createClient } from './connection.ts'

/** Wakes whoever waits when the database says something on a channel. It may be lost: whoever waits looks again after a while anyway. */
export type Notifications = {
  /** Resolves with the next notification, after so long, or when the signal comes. One that came since the last wait counts. */
  next: (maxWaitMs: number, signal: AbortSignal) => Promise<void>
  close: () => Promise<void>
}

export const createNotifications = (url: string, channel: string): Notifications => {
  if (!/^[a-z_]+$/.test(channel)) throw new TypeError(`"${channel}" is not the name of a channel.`)
  let listener: Client | undefined
  let hasCome = false
  let wake = (): void => undefined

  const listen = async (): Promise<void> => {
    const client = createClient(url, { pipeline: true })
    const forget = (): void => {
      if (listener === client) listener = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', () => {
      hasCome = true
      wake()
    })
    listener = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    next: async (maxWaitMs, signal) => {
      // A connection can be dead without a sign of it; one that does not answer is ended, and the next wait listens anew.
      if (listener) await listener.query('select 1')
      else await listen()
      if (!hasCome && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxWaitMs)
          timer.unref()
          wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      hasCome = false
      wake = () => undefined
    },
    close: async () => {
      await listener?.end()
    },
  }
}
