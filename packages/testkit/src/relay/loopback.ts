import type { AddressInfo, Server } from 'node:net'

/** A server on a free port of loopback, which can go away and come back at the same address. */
export type Loopback = { port: number; shut: () => Promise<void>; reopen: () => Promise<void> }

export const listenOnLoopback = async (server: Server, endConnections: () => void): Promise<Loopback> => {
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    shut: async () => {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      endConnections()
      await closed
    },
    reopen: async () => {
      if (!server.listening) await listen(port)
    },
  }
}
