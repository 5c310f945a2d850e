import { openRelay, type RelayedConnection } from '@facet/testkit/relay'

/** How the connection fails: `held` packets arrive once it heals, as TCP sends them again; `lost` ones never do, and their connection stays mute. */
export type Cut = 'held' | 'lost'

/** Stands between a service and its PostgreSQL, passes bytes on, and can stop doing so without closing anything. */
export type Forwarder = {
  /** The database, by way of the forwarder. */
  url: string
  /** How often a prepared statement of this name was run. */
  runs: (statement: string) => number
  /** Connections that listen for notifications. */
  listeners: () => number
  /** Drops what the server sends on listening connections, those that start to listen later included. */
  dropNotifications: (isDropping: boolean) => void
  /** Of notifications. */
  droppedBytes: () => number
  cut: (how: Cut) => void
  heal: () => void
  close: () => Promise<void>
}

const listenWords = Buffer.from('listen facet_revocation')

const countOf = (text: string, part: string): number => text.split(part).length - 1

export const startForwarder = async (databaseUrl: string, statements: string[]): Promise<Forwarder> => {
  const listening = new WeakSet<RelayedConnection>()
  const runs = new Map(statements.map((name) => [name, 0]))
  let isDroppingNotifications = false
  let dropped = 0

  const relay = await openRelay(databaseUrl, (connection) => ({
    fromClient: (bytes) => {
      if (bytes.includes(listenWords)) listening.add(connection)
      const text = bytes.toString('latin1')
      // In a bind message an empty portal name stands before the name of the statement.
      for (const name of statements) runs.set(name, (runs.get(name) ?? 0) + countOf(text, `\0${name}\0`))
      connection.toServer(bytes)
    },
    fromServer: (bytes) => {
      if (isDroppingNotifications && listening.has(connection)) dropped += bytes.length
      else connection.toClient(bytes)
    },
  }))

  return {
    url: relay.url,
    runs: (statement) => runs.get(statement) ?? 0,
    listeners: () => relay.connections().filter((connection) => listening.has(connection)).length,
    dropNotifications: (isDropping) => {
      isDroppingNotifications = isDropping
    },
    droppedBytes: () => dropped,
    cut: (how) => (how === 'held' ? relay.stall() : relay.lose()),
    heal: relay.heal,
    close: relay.close,
  }
}
