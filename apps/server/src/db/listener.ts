import { type Client, createClient } from './connection.ts'

/** Hears what the database says on a channel. A notice may be lost: whoever listens looks for himself after a while anyway. */
export type Listener = {
  /** Listens, if nothing does. A connection can be dead without a sign of it: one that does not answer is ended, and the next call listens anew. */
  ensure: () => Promise<void>
  close: () => Promise<void>
}

/** `onNotice` must not throw. Nothing is heard before `ensure` was called. */
export const createListener = (url: string, channel: string, onNotice: (payload: string | undefined) => void): Listener => {
  if (!/^[a-z_]+$/.test(channel)) throw new TypeError(`"${channel}" is not the name of a channel.`)
  let listening: Client | undefined

  const listen = async (): Promise<void> => {
    const client = createClient(url, { pipeline: true })
    const forget = (): void => {
      if (listening === client) listening = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', ({ payload }) => onNotice(payload))
    listening = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    ensure: async () => {
      if (listening) await listening.query('select 1')
      else await listen()
    },
    close: async () => {
      await listening?.end()
    },
  }
}
