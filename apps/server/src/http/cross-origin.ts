import type { OperationShape } from '@facet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#context'
import { Failure } from '#kernel/failure'

/** Operations a frame calls itself: those open to anyone and those that take its token. */
export const isCalledByFrames = ({ credentials }: OperationShape): boolean => credentials.length === 0 || credentials.includes('embed')

const notAllowed = (origin: string): Failure =>
  new Failure(
    'origin_not_allowed',
    `A page of ${origin.slice(0, 200)} may not call this. An administrator adds its origin to embedOrigins in the tenant settings.`,
  )

/**
 * Says to the browser whether the page that calls may read the answer. The origin is one the tenant named, or our own; no
 * cookie is ever involved, so credentials are never allowed across origins.
 */
const allowOrigin = async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (origin === undefined || origin === request.facet.origin) return true
  const settings = await services.embed.settings.find(request.facet.tenant?.id ?? 0, '')
  if (!settings?.embedOrigins.includes(origin)) return false
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'x-request-id, retry-after, facet-no-effect')
  return true
}

/**
 * Authenticates a call from a page. The page may read refusals too, so the origin is settled first; one that may not call is
 * refused before anything is done, since its browser would hide the answer and the session would be gone.
 */
export const authenticateFromPage = async (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: () => Promise<void> | void,
): Promise<void> => {
  const isAllowed = await allowOrigin(services, request, reply)
  await authenticate()
  // A key has origins of its own in its scope.
  if (!isAllowed && request.facet.caller?.credentialKind !== 'api_key') throw notAllowed(request.headers.origin ?? '')
}

/** As the router writes it. */
export const routePath = ({ path }: OperationShape): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The question a browser asks before it sends anything from another origin: one answer for a path, with every method that frames send there. */
export const answerPreflights = (app: FastifyInstance, services: Services, operations: readonly OperationShape[]): void => {
  const framed = Map.groupBy(operations.filter(isCalledByFrames), routePath)
  for (const [url, ofPath] of framed)
    app.options(url, async (request, reply) => {
      if (!(await allowOrigin(services, request, reply))) throw notAllowed(request.headers.origin ?? '')
      return reply
        .headers({
          'access-control-allow-methods': ofPath.map(({ method }) => method).join(', '),
          'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-request-id',
          'access-control-max-age': '600',
        })
        .status(204)
        .send()
    })
}
