import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
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

type Line = { caller: Socket; node: Socket; isWrite: boolean; waiting: Buffer[] | null }

const write = /^(PUT|POST|DELETE) \/build\//
const success = /^HTTP\/1\.1 200 /

export const startAnswerGate = async (): Promise<AnswerGate> => {
  const lines = new Set<Line>()
  let target = 0
  let onHeld: (() => void) | null = null

  const fromNode = (line: Line, chunk: Buffer): void => {
    if (onHeld && line.isWrite && success.test(chunk.toString('latin1', 0, 20))) {
      line.waiting = []
      onHeld()
      onHeld = null
    }
    if (line.waiting) line.waiting.push(chunk)
    else line.caller.write(chunk)
  }

  const gate = createServer((caller) => {
    const node = connect({ host: '127.0.0.1', port: target, noDelay: true })
    caller.setNoDelay(true)
    const line: Line = { caller, node, isWrite: false, waiting: null }
    lines.add(line)
    caller.on('data', (chunk: Buffer) => {
      const start = chunk.toString('latin1', 0, 16)
      if (/^[A-Z]+ \//.test(start)) line.isWrite = write.test(start)
      node.write(chunk)
    })
    node.on('data', (chunk: Buffer) => fromNode(line, chunk))
    for (const [one, other] of [
      [caller, node],
      [node, caller],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        lines.delete(line)
        other.destroy()
      })
    }
  })
  const listen = (port: number): Promise<void> => new Promise((resolve) => void gate.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = gate.address() as AddressInfo
  const shut = async (): Promise<void> => {
    if (!gate.listening) return
    const closed = new Promise((resolve) => gate.close(resolve))
    for (const { caller, node } of lines) {
      caller.destroy()
      node.destroy()
    }
    await closed
  }
  await shut()

  return {
    url: `http://127.0.0.1:${port}`,
    openTo: async (url) => {
      target = Number(new URL(url).port)
      if (!gate.listening) await listen(port)
    },
    shut,
    hold: () => {
      const { reached: held, reach } = createMoment()
      onHeld = reach
      return {
        held,
        drop: () => {
          onHeld = null
          for (const { caller, node, waiting } of lines) {
            if (!waiting) continue
            caller.destroy()
            node.destroy()
          }
        },
      }
    },
  }
}
