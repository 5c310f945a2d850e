import { connect, createServer, type Socket } from 'node:net'

export type Relay = {
  /** The address of the database, by way of the relay. */
  url: string
  /** Loses every byte of the connections there are and of new ones, and closes none: what a broken network does. */
  lose: () => void
  /** Passes new connections on again. Those that lost bytes stay lost. */
  heal: () => void
  /** Keeps a connection open towards the client although the server has left, until `letGo`. */
  hold: () => void
  letGo: () => void
  /** How many clients are connected. */
  open: () => number
  close: () => Promise<void>
}

/** Stands between a client and the database and breaks the line in ways a closed socket does not show. */
export const openRelay = async (target: string): Promise<Relay> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const held: Socket[] = []
  let isLosing = false
  let isHolding = false
  let open = 0

  const server = createServer({ allowHalfOpen: true }, (client) => {
    open += 1
    client.on('close', () => {
      open -= 1
    })
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    let isLost = false
    const pass = (to: Socket) => (bytes: Buffer) => {
      isLost ||= isLosing
      if (!isLost) to.write(bytes)
    }
    client.on('data', pass(upstream))
    upstream.on('data', pass(client))
    client.on('end', () => upstream.end())
    upstream.on('end', () => {
      if (isHolding) held.push(client)
      else if (!isLost) client.end()
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' ? address?.port : '')

  return {
    url: url.href,
    lose: () => {
      isLosing = true
    },
    heal: () => {
      isLosing = false
    },
    hold: () => {
      isHolding = true
    },
    letGo: () => {
      isHolding = false
      for (const client of held.splice(0)) client.end()
    },
    open: () => open,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
