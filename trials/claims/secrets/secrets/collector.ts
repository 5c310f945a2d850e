import { buffer } from 'node:stream/consumers'
import { serveHttp } from '../../../harness/serve-http.ts'

export type Collector = { origin: string; payloads: Buffer[]; close: () => void }

/** Receives spans as a tracing backend, and keeps their bytes as sent, compressed or not. */
export const startCollector = async (): Promise<Collector> => {
  const payloads: Buffer[] = []
  const { origin, close } = await serveHttp(async (request, response) => {
    payloads.push(await buffer(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { origin, payloads, close }
}
