import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from './loopback.ts'

/** One connection through the relay, from a client and to the server. */
export type RelayedConnection = {
  toServer: (bytes: Buffer) => void
  toClient: (bytes: Buffer) => void
  /** Ends it on both sides. */
  destroy: () => void
}

/** What becomes of the bytes of a connection; what it does not pass on is lost. Without it everything is passed on. */
export type ByteHandlers = { fromClient?: (bytes: Buffer) => void; fromServer?: (bytes: Buffer) => void }

export type TcpRelay = {
  /** The address of the server, by way of the relay. */
  url: string
  /** New connections go to the server at this address; the relay's own stays. */
  aimAt: (target: string) => void
  /** Loses every byte of the connections there are and of new ones, and closes none: what a broken network does. */
  lose: () => void
  /** Delivers nothing for now and loses nothing: what arrives meanwhile is passed on after `heal`, as TCP sends it again. */
  stall: () => void
  /** Passes bytes on again. Connections that lost some stay lost. */
  heal: () => void
  /** Keeps a connection open towards the client although the server has left, until `release`. */
  hold: () => void
  release: () => void
  connections: () => readonly RelayedConnection[]
  /** How many clients are connected. */
  open: () => number
  /** Connections are gone, and new ones are refused until `reopen`. */
  shut: () => Promise<void>
  reopen: () => Promise<void>
  close: () => Promise<void>
}

type Line = RelayedConnection & { client: Socket; server: Socket; isLost: boolean; isServerGone: boolean }

const targetOf = (url: string): { host: string; port: number } => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

/** Stands between clients and a server, passes bytes on, and breaks connections in ways that a closed socket does not show. */
export const openRelay = async (
  target: string,
  handle: (connection: RelayedConnection) => ByteHandlers = () => ({}),
): Promise<TcpRelay> => {
  const lines = new Set<Line>()
  let aim = targetOf(target)
  let fault: 'lose' | 'stall' | null = null
  let isHolding = false

  const end = (line: Line): void => {
    lines.delete(line)
    // What was written arrives first.
    line.client.destroySoon()
    line.server.destroySoon()
  }
  const endByServer = (line: Line): void => {
    line.isServerGone = true
    if (!line.isLost && !isHolding) end(line)
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ ...aim, allowHalfOpen: true, noDelay: true })
    const line: Line = {
      client,
      server: upstream,
      isLost: fault === 'lose',
      isServerGone: false,
      toServer: (bytes) => void upstream.write(bytes),
      toClient: (bytes) => void client.write(bytes),
      destroy: () => {
        lines.delete(line)
        client.destroy()
        upstream.destroy()
      },
    }
    lines.add(line)
    const { fromClient = line.toServer, fromServer = line.toClient } = handle(line)
    client.on('data', (bytes: Buffer) => void (line.isLost || fromClient(bytes)))
    upstream.on('data', (bytes: Buffer) => void (line.isLost || fromServer(bytes)))
    client.on('end', () => end(line))
    upstream.on('end', () => endByServer(line))
    client.on('error', line.destroy)
    upstream.on('error', () => endByServer(line))
    if (fault === 'stall') for (const socket of [client, upstream]) socket.pause()
  })
  const { port, shut, reopen } = await listenOnLoopback(server, () => {
    for (const line of lines) line.destroy()
  })
  const url = new URL(target)
  url.port = String(port)

  return {
    url: url.href,
    aimAt: (other) => {
      aim = targetOf(other)
    },
    lose: () => {
      fault = 'lose'
      for (const line of lines) line.isLost = true
    },
    stall: () => {
      fault = 'stall'
      for (const line of lines) for (const socket of [line.client, line.server]) socket.pause()
    },
    heal: () => {
      fault = null
      for (const line of lines) for (const socket of [line.client, line.server]) socket.resume()
    },
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const line of lines) if (line.isServerGone) endByServer(line)
    },
    connections: () => [...lines],
    open: () => lines.size,
    shut,
    reopen,
    close: shut,
  }
}
