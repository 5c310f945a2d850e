import { freePort } from '@facet/testkit/net'

/** What a process holds once everything was collected that can be. */
export type Memory = { heapBytes: number; rssBytes: number }

export type Inspected = { flag: string; memory: () => Promise<Memory> }

type Reply = { id: number; result?: { result?: { value?: string } } }

/** Asks a process through its inspector, since nothing else collects garbage there. */
export const inspect = async (): Promise<Inspected> => {
  const port = await freePort()
  const memory = async (): Promise<Memory> => {
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
    if (!target) throw new Error('The process has no inspector.')
    const socket = new WebSocket(target.webSocketDebuggerUrl)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', reject, { once: true })
    })
    let sent = 0
    const send = (method: string, params: object = {}): Promise<Reply> => {
      const id = ++sent
      return new Promise((resolve) => {
        const receive = ({ data }: MessageEvent): void => {
          const reply = JSON.parse(String(data)) as Reply
          if (reply.id !== id) return
          socket.removeEventListener('message', receive)
          resolve(reply)
        }
        socket.addEventListener('message', receive)
        socket.send(JSON.stringify({ id, method, params }))
      })
    }
    await send('HeapProfiler.collectGarbage')
    await send('HeapProfiler.collectGarbage')
    const { result } = await send('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
    socket.close()
    const { heapUsed, external, rss } = JSON.parse(result?.result?.value ?? '{}') as NodeJS.MemoryUsage
    return { heapBytes: heapUsed + external, rssBytes: rss }
  }
  return { flag: `--inspect=127.0.0.1:${port}`, memory }
}
