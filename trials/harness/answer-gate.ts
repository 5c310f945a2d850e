import { openRelay, type RelayedConnection } from '@facet/testkit/relay'
import { createMoment } from './moment.ts'

/** Stands in front of a node and can keep back its answer to a write. The node behind it may be replaced; the address stays. */
export type AnswerGate = {
  url: string
  /** From now on the node is here. */
  openTo: (url: string) => Promise<void>
  /** Nobody is behind it: connections are refused, as they are by a machine whose process is gone. */
  shut: () => Promise<void>
  /** The next success of a write is kept back; resolves once one is. */
  hold: () => { held: Promise<void>; drop: () => void }
}

const write = /^(PUT|POST|DELETE) \/build\//
const success = /^HTTP\/1\.1 200 /

export const startAnswerGate = async (): Promise<AnswerGate> => {
  const kept = new WeakSet<RelayedConnection>()
  let onHeld: (() => void) | null = null

  const relay = await openRelay('http://127.0.0.1:0', (connection) => {
    let isWrite = false
    return {
      fromClient: (bytes) => {
        const start = bytes.toString('latin1', 0, 16)
        if (/^[A-Z]+ \//.test(start)) isWrite = write.test(start)
        connection.toServer(bytes)
      },
      fromServer: (bytes) => {
        if (onHeld && isWrite && success.test(bytes.toString('latin1', 0, 20))) {
          kept.add(connection)
          onHeld()
          onHeld = null
        }
        if (!kept.has(connection)) connection.toClient(bytes)
      },
    }
  })
  await relay.shut()

  return {
    url: new URL(relay.url).origin,
    openTo: async (url) => {
      relay.aimAt(url)
      await relay.reopen()
    },
    shut: relay.shut,
    hold: () => {
      const { reached: held, reach } = createMoment()
      onHeld = reach
      return {
        held,
        drop: () => {
          onHeld = null
          for (const connection of relay.connections()) if (kept.has(connection)) connection.destroy()
        },
      }
    },
  }
}
