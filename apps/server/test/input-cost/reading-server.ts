import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { addJsonParser } from '../../src/http/json-body.ts'

export type ReadingServer = { url: string; close: () => Promise<void> }

/** A server that reads JSON bodies as the product does, and does nothing with them: what a body costs in any case. */
export const startReadingServer = async (): Promise<ReadingServer> => {
  const app = Fastify({ bodyLimit: 104_857_600 })
  app.decorateRequest('facet')
  app.addHook('onRequest', (request, _, done) => {
    request.facet = {} as typeof request.facet
    done()
  })
  addJsonParser(app)
  app.all('/', (_, reply) => reply.send('{}'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() }
}
