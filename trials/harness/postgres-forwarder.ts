import { openRelay, type RelayedConnection } from '@facet/testkit/relay'

/** How a connection fails. `held`: packets arrive after it heals, as TCP repeats them. `lost`: packets never arrive. */
export type Cut = 'held' | 'lost'

/** A relay between a service and its PostgreSQL, which can stop passing bytes without closing connections. */
export type Forwarder = {
  /** The database through the forwarder. */
  url: string
  /** How often this prepared statement ran. */
  runs: (statement: string) => number
  /** Connections that listen for notifications. */
  listeners: () => number
  /** Drops the server's messages on all listening connections. */
  dropNotifications: (isDropping: boolean) => void
  /** Bytes of dropped notifications. */
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
      // A bind message contains an empty portal name, then the statement name.
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
