import { once } from 'node:events'
import { createServer } from 'node:net'

/** Address and port that a client connected to. */
export type Connection = { address: string; port: number }

export type Trap = {
  /** Returns the connections since the last call. */
  take: () => Connection[]
  close: () => Promise<void>
}

export const trapPorts = [22, 80, 443, 2222, 8080, 9418]

/** Listens on every address of the network and closes each connection at once. */
export const openTrap = async (): Promise<Trap> => {
  let caught: Connection[] = []
  const servers = await Promise.all(
    trapPorts.map(async (port) => {
      const server = createServer((socket) => {
        caught.push({ address: (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''), port })
        socket.on('error', () => undefined)
        socket.destroy()
      })
      server.listen(port, '::')
      await once(server, 'listening')
      return server
    }),
  )
  return {
    take: () => {
      const taken = caught
      caught = []
      return taken
    },
    close: async () => void (await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))),
  }
}
