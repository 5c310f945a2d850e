import { timingSafeEqual, createHash } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'

export type AdminSource = { metrics: () => Promise<string>; contentType: string }

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Metrics, behind a token of their own and on a listener of their own: they tell tenants' habits. */
export const createAdminServer = (token: string, source: AdminSource): FastifyInstance => {
  const app = Fastify({ logController: new LogController({ disableRequestLogging: true }) })
  const expected = digest(`Bearer ${token}`)
  app.addHook('onRequest', async (request, reply) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return undefined
    return reply
      .status(401)
      .header('www-authenticate', 'Bearer')
      .send({ code: 'unauthenticated', message: 'Send `Authorization: Bearer <FACET_ADMIN_TOKEN>`.' })
  })
  app.get('/metrics', async (_request, reply) => reply.type(source.contentType).send(await source.metrics()))
  return app
}
