import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#context'

export type Observation = { operation: string; status: number; seconds: number }

/** Where requests are counted and traced; the roles choose what stands behind it. */
export type Observer = {
  record: (observation: Observation) => void
  trace?: (observation: Observation & { requestId: string; startedAt: number }) => void
  /** Writes the line of a request, which holds no objects; without it the log does, at the price of looking for some. */
  line?: (fields: Record<string, string | number | undefined>, message: string) => void
}

// As the gateway has it, and nginx.
const callerHungUp = 499

/** One log line and one observation per request. Neither holds a header, a body or a query: those may hold secrets. */
export const observe = (app: FastifyInstance, services: Services, observer: Observer): void => {
  const write = observer.line ?? ((fields, message) => services.log.info(fields, message))
  const tell = (request: FastifyRequest, reply: FastifyReply): void => {
    const { operation, tenant, caller, startedMs, forwardedTo } = request.facet
    const seconds = (performance.now() - startedMs) / 1000
    const status = reply.raw.writableFinished ? reply.statusCode : callerHungUp
    const observation = { operation: operation?.id ?? 'none', status, seconds }
    observer.record(observation)
    observer.trace?.({ ...observation, requestId: request.id, startedAt: Date.now() - seconds * 1000 })
    write(
      {
        requestId: request.id,
        operation: operation?.id,
        method: request.method,
        status,
        ms: Math.round(seconds * 1e4) / 10,
        tenantId: tenant?.id,
        credentialId: caller?.credentialId,
        ...(forwardedTo === null ? {} : { forwardedTo }),
      },
      'request',
    )
  }
  // Not Fastify's `onResponse`, which is silent of callers that hang up: so end all streams of frames that are closed.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => tell(request, reply))
    done()
  })
}
