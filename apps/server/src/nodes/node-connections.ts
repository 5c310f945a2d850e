import { Agent, type ClientRequest, type OutgoingHttpHeaders, request as overHttp } from 'node:http'
import { Agent as TlsAgent, request as overHttps } from 'node:https'
import { isIP } from 'node:net'

export type Sending = { method: string; path: string; headers: OutgoingHttpHeaders }

/** Connections from this node to the others. */
export type NodeConnections = {
  /** A request to the node at this address, once there is a connection for it; none of it is sent yet. */
  open: (address: string, sending: Sending) => Promise<ClientRequest>
  /** Whether the node at this address says within a second that it lives. */
  isAlive: (address: string) => Promise<boolean>
  close: () => void
}

const connectMs = 1000
const livezMs = 1000

/** The connection of a request that is new is waited for; one that was kept from before is there. */
const connected = (sent: ClientRequest, event: 'connect' | 'secureConnect'): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => sent.destroy(new Error(`No connection within ${connectMs} ms.`)), connectMs)
    const settle = (): void => {
      clearTimeout(timer)
      resolve(sent)
    }
    sent.once('error', reject).once('close', () => {
      clearTimeout(timer)
      reject(new Error('The connection was closed.'))
    })
    sent.once('socket', (socket) => {
      if (sent.reusedSocket) settle()
      else socket.once(event, settle)
    })
  })

export const createNodeConnections = ({ clusterCa }: { clusterCa: string | null }): NodeConnections => {
  const plain = new Agent({ keepAlive: true })
  const secure = new TlsAgent({ keepAlive: true, minVersion: 'TLSv1.2', ...(clusterCa === null ? {} : { ca: clusterCa }) })
  const start = (address: string, { method, path, headers }: Sending): ClientRequest => {
    const { protocol, hostname, port } = new URL(address)
    const host = hostname.replaceAll(/[[\]]/g, '')
    const to = { host, port, method, path, headers }
    // Without a name of its own the node would be taken for the host of the tenant, which the headers name.
    return protocol === 'https:'
      ? overHttps({ ...to, agent: secure, servername: isIP(host) ? '' : host })
      : overHttp({ ...to, agent: plain })
  }
  return {
    open: (address, sending) => {
      const sent = start(address, sending)
      // Whoever waits for the answer hears of what goes wrong later by the end of the request.
      sent.on('error', () => undefined)
      return connected(sent, address.startsWith('https:') ? 'secureConnect' : 'connect')
    },
    isAlive: (address) =>
      new Promise((resolve) => {
        const asked = start(address, { method: 'GET', path: '/livez', headers: { host: new URL(address).host } })
        const timer = setTimeout(() => asked.destroy(), livezMs)
        asked.once('response', (answer) => resolve(answer.resume().statusCode === 200))
        asked.once('error', () => resolve(false))
        asked.once('close', () => {
          clearTimeout(timer)
          resolve(false)
        })
        asked.end()
      }),
    close: () => {
      plain.destroy()
      secure.destroy()
    },
  }
}
