import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type HostGuard, pinnedLookup } from '#adapters/outbound'
import type { Egress } from './sandbox.ts'

/**
 * Dials one host and port for whoever is in the sandbox. Each connection is judged anew: the name is resolved once, every address
 * of it is judged, and no others are dialled.
 */
export const guardedDial =
  (outbound: HostGuard, host: string, port: number): Egress['dial'] =>
  async (signal): Promise<Socket> => {
    const destination = await outbound.resolveHost(host)
    signal.throwIfAborted()
    const socket = connect({
      host: destination.host,
      port,
      lookup: pinnedLookup(destination),
      autoSelectFamily: true,
      allowHalfOpen: true,
      noDelay: true,
    })
    const stop = (): void => void socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
    signal.addEventListener('abort', stop, { once: true })
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
