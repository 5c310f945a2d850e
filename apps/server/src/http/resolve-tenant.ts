import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tenant } from '#access'
import type { Services } from '#context'
import { Failure } from '#kernel/failure'
import { forwardedHeader } from '#nodes'
import { createTransport, type Transport } from './transport.ts'

type Arrival = Transport & { tenantId: number | null }

/** How the request came: as another node says, if it proves to be one, or as this node sees it. */
const createArrival = ({ config, cluster }: Services): ((request: FastifyRequest) => Arrival) => {
  const transportOf = createTransport(config)
  return (request) => {
    const token = request.headers[forwardedHeader]
    const forwarded =
      token === undefined
        ? null
        : cluster.forwarded.read(token, { method: request.method, url: request.raw.url ?? '/', requestId: request.id })
    return forwarded ?? { ...transportOf(request), tenantId: null }
  }
}

/** Nothing is answered from a database that may be a copy: what was ended since would hold again. Why is in the log and in facet doctor. */
const requireServing = ({ ledger }: Services): void => {
  if (ledger.problem() !== null)
    throw new Failure('service_unavailable', 'The service is not ready. Repeat the request in a moment.', { retryAfterSeconds: 5 })
}

/** For routes beside the API that a host name leads to. */
export const servedTenant = ({ facet: { tenant } }: FastifyRequest): Tenant => {
  if (!tenant) throw new Error('The tenant is resolved before anything is served.')
  return tenant
}

/** The host name selects the tenant, before anything else is looked at. */
export const resolveTenant = (app: FastifyInstance, services: Services): void => {
  const arrivalOf = createArrival(services)
  app.addHook('onRequest', (request, _reply, done) => {
    request.facet = {
      operation: null,
      tenant: null,
      caller: null,
      findAgain: null,
      host: '',
      origin: '',
      address: '',
      isForwarded: false,
      forwardedTo: null,
      rateLimit: null,
      upload: null,
      heldBytes: null,
      heldBody: null,
      signedText: null,
      ownHeaders: null,
      startedMs: performance.now(),
    }
    if (request.routeOptions.config.isPublic) return done()
    try {
      requireServing(services)
      const { host, origin, address, tenantId } = arrivalOf(request)
      Object.assign(request.facet, { host, origin, address, isForwarded: tenantId !== null })
      const settle = (tenant: typeof request.facet.tenant | undefined): void => {
        if (!tenant || (tenantId !== null && tenant.id !== tenantId))
          throw new Failure('unknown_host', `No tenant is served under the host name "${host.slice(0, 100)}".`)
        request.facet.tenant = tenant
      }
      const found = services.tenants.find(null, host, tenantId === null ? address : undefined)
      if (found instanceof Promise) found.then(settle).then(() => done(), done)
      else {
        settle(found)
        done()
      }
    } catch (error) {
      done(error as Error)
    }
  })
}
