import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it passed, by the clock of the machine. */
export type Passed = {
  method: string
  path: string
  startMs: number
  /** When its answer began; none has. */
  firstByteMs: number | null
  bytes: number
}

export type Front = {
  origin: string
  /** What passed since this was last called. */
  take: () => Passed[]
  passed: readonly Passed[]
  close: () => void
}

/** Answers are held for so long, so that whoever waits for one before asking for the next is seen to. */
export type FrontOptions = { target: string; host: string; latencyMs: () => number }

const nowMs = (): number => performance.timeOrigin + performance.now()

/** In front of the service, as the proxy of an installation is: says which host was asked for, and keeps what was asked. */
export const openFront = async ({ target, host, latencyMs }: FrontOptions): Promise<Front> => {
  const passed: Passed[] = []
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const entry: Passed = {
      method: incoming.method ?? '',
      path: new URL(incoming.url ?? '/', 'http://front').pathname,
      startMs: nowMs(),
      firstByteMs: null,
      bytes: 0,
    }
    passed.push(entry)
    const headers = {
      ...incoming.headers,
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
      // The browser calls this proxy by its port, and the service by its name.
      ...(incoming.headers.origin === originOf() ? { origin: `https://${host}` } : {}),
    }
    const asked = request(new URL(incoming.url ?? '/', target), { method: entry.method, headers, agent: false }, (answer) => {
      answer.pause()
      setTimeout(() => {
        entry.firstByteMs = nowMs()
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('data', (chunk: Buffer) => {
          entry.bytes += chunk.length
        })
        answer.on('error', () => outgoing.destroy())
        answer.pipe(outgoing)
      }, latencyMs())
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  }
  const server = createServer(forward)
  const originOf = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: originOf(),
    passed,
    take: () => passed.splice(0),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
