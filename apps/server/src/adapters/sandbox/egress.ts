import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, isIP, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { once } from 'node:events'
import type { InitPlan } from './init.ts'
import { egressInside } from './inside.ts'
import type { Egress } from './sandbox.ts'

/** Of one destination at once. */
const maxConnections = 128
/** Of one sandbox at once, whatever it may dial: each takes two descriptors of the service. */
const maxConnectionsInAll = 256
const dialTimeoutMs = 30_000

/**
 * The name by which a destination is dialled inside. A name is itself, so that certificates are checked against it; an address
 * cannot be had inside, and has a name made for it.
 */
export const egressName = (host: string): string =>
  isIP(host) === 0 || host.startsWith('127.') ? host : `${host.replaceAll(/[.:]+/g, '-').replaceAll(/^-|-$/g, '')}.address.internal`

/** An address of the sandbox's own loopback for each host. */
const addressesOf = (hosts: readonly string[]): Map<string, string> => {
  const named = [...new Set(hosts)]
  return new Map(
    named.map((host, place) => {
      if (host === 'localhost') return [host, '127.0.0.1']
      return [host, host.startsWith('127.') ? host : `127.1.${place >> 8}.${(place & 255) + 1}`]
    }),
  )
}

export const hostsFile = (addresses: Iterable<readonly [string, string]>): string =>
  ['127.0.0.1 localhost', ...[...addresses].filter(([host]) => isIP(host) === 0).map(([host, address]) => `${address} ${host}`), ''].join(
    '\n',
  )

const pass = async (inner: Socket, { dial }: Egress, ended: AbortSignal): Promise<void> => {
  inner.on('error', () => undefined)
  const gone = new AbortController()
  inner.once('close', () => gone.abort())
  try {
    const outer = await dial(AbortSignal.any([gone.signal, ended, AbortSignal.timeout(dialTimeoutMs)]))
    if (gone.signal.aborted || ended.aborted) outer.destroy()
    pipeline(inner, outer, inner, () => {
      inner.destroy()
      outer.destroy()
    })
  } catch {
    // Inside it is seen as a connection that was closed; why, the guard says to whoever gave it.
    inner.destroy()
  }
}

export type EgressEnd = { plan: Pick<InitPlan, 'doors' | 'maxConnections'>; hosts: string; hasLowPort: boolean; close: () => void }

/** The ends outside: a socket file for each destination, so that nothing inside chooses an address. */
export const openEgress = async (folder: string, egress: readonly Egress[]): Promise<EgressEnd> => {
  await mkdir(folder, { mode: 0o700 })
  const addresses = addressesOf(egress.map(({ host }) => egressName(host)))
  const ended = new AbortController()
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  const doors: InitPlan['doors'][number][] = []
  const close = (): void => {
    ended.abort()
    for (const server of servers) server.close()
    for (const socket of sockets) socket.destroy()
  }
  try {
    for (const [place, door] of egress.entries()) {
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        if (sockets.size >= maxConnectionsInAll) {
          socket.destroy()
          return
        }
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        void pass(socket, door, ended.signal)
      })
      server.maxConnections = maxConnections
      servers.push(server)
      server.listen(join(folder, `${place}.sock`))
      await once(server, 'listening')
      doors.push({ address: addresses.get(egressName(door.host)) ?? '', port: door.port, socket: `${egressInside}/${place}.sock` })
    }
  } catch (error) {
    close()
    throw error
  }
  return { plan: { doors, maxConnections }, hosts: hostsFile(addresses), hasLowPort: egress.some(({ port }) => port < 1024), close }
}

export const writePlan = (folder: string, plan: InitPlan): Promise<void> => writeFile(join(folder, 'plan.json'), JSON.stringify(plan))
