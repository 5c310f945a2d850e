import { openRelay, type RelayedConnection } from '@facet/testkit/relay'
import { createMoment } from './moment.ts'

/** A relay in front of a node that can hold back the response to a write. The node can be replaced. */
export type AnswerGate = {
  url: string
  /** Forwards to this node from now on. */
  openTo: (url: string) => Promise<void>
  /** Refuses connections, as if the process were gone. */
  shut: () => Promise<void>
  /** Holds back the next successful response to a write. `held` resolves then. */
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
