import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#context'
import { hstsHeader, safeHeaders } from './safe-headers.ts'

// Which node acted is nobody's business in production.
const actingNodeHeader = 'x-facet-node'

export type AddHeaders = (request: FastifyRequest, reply: FastifyReply) => void

/** What every answer says, whoever sends it. */
export const createAddHeaders =
  (services: Services, isDraining: () => boolean): AddHeaders =>
  (request, reply) => {
    reply.headers(safeHeaders).header('x-request-id', request.id)
    if (request.facet.origin.startsWith('https:')) reply.headers(hstsHeader)
    const { rateLimit, ownHeaders } = request.facet
    if (ownHeaders) reply.headers(ownHeaders)
    if (rateLimit) reply.header('ratelimit', rateLimit.left).header('ratelimit-policy', rateLimit.policy)
    if (services.config.mode === 'development' && !reply.hasHeader(actingNodeHeader)) reply.header(actingNodeHeader, services.cluster.self)
    if (isDraining()) reply.header('connection', 'close')
  }
