import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Collector = { url: string; payloads: Buffer[]; close: () => Promise<void> }

/** Takes spans as a tracing backend would, and keeps the bytes as they came, compressed or not. */
export const startCollector = async (): Promise<Collector> => {
  const payloads: Buffer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      payloads.push(Buffer.concat(chunks))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payloads,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
