import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificates } from '@facet/testkit/tls'

/** A server that nothing may reach: a request for `/<attack>` means that the attack succeeded. HTTPS, because the page may load pictures over HTTPS. */
export type Canary = {
  origin: string
  /** Receives datagrams, as `127.0.0.1:port`. */
  datagrams: string
  hits: Map<string, string>
  close: () => Promise<void>
}

const nameIn = (url: string): string => /^\/([\w-]+)/.exec(url)?.[1] ?? 'nothing'

/** `onDatagram`: the attack that sends datagrams, which carry no name. */
export const openCanary = async (onDatagram: string): Promise<Canary> => {
  const certificates = await makeCertificates('canary')
  const hits = new Map<string, string>()
  const server = createServer(
    { cert: readFileSync(certificates.certFile), key: readFileSync(certificates.keyFile) },
    ({ url = '/', headers: { referer = '' } }, response) => {
      hits.set(nameIn(url), referer)
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('<title>canary</title>')
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = createSocket('udp4')
  socket.on('message', () => hits.set(onDatagram, ''))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    datagrams: `127.0.0.1:${socket.address().port}`,
    hits,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await new Promise<void>((resolve) => socket.close(() => resolve()))
      certificates.remove()
    },
  }
}
