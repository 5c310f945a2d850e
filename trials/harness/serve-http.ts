import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export type HttpSite = { origin: string; port: number; close: () => void }

/** Serves HTTP on a free port of 127.0.0.1, or on a socket file. */
export const serveHttp = async (handler: Handler, socketPath?: string): Promise<HttpSite> => {
  const server = createServer((request, response) => void handler(request, response))
  const at = socketPath === undefined ? { port: 0, host: '127.0.0.1' } : { path: socketPath }
  await new Promise<void>((resolve) => void server.listen(at, resolve))
  const port = socketPath === undefined ? (server.address() as AddressInfo).port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
