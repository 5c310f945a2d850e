import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { serveHttp } from '../../../harness/serve-http.ts'

/** A request through the proxy, by the system clock. */
export type Passed = {
  method: string
  path: string
  startMs: number
  /** When its response began, or null. */
  firstByteMs: number | null
  bytes: number
}

export type Front = {
  origin: string
  /** The requests since the last call. */
  take: () => Passed[]
  passed: readonly Passed[]
  close: () => void
}

/** `latencyMs` delays responses, so that dependent requests become visible. */
export type FrontOptions = { target: string; host: string; latencyMs: () => number }

const nowMs = (): number => performance.timeOrigin + performance.now()

/** A proxy in front of the service, which sets the forwarded host and records requests. */
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
      // The browser knows the port of this proxy, the service its own host.
      ...(incoming.headers.origin === site.origin ? { origin: `https://${host}` } : {}),
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
  const site = await serveHttp(forward)
  return { origin: site.origin, passed, take: () => passed.splice(0), close: site.close }
}
