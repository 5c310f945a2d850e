import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { OperationShape } from '@facet/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#context'
import { Failure } from '#kernel/failure'
import { hopsOf, noOwner, type OwnerAnswer, forwardedResponseHeaders, forwardedRequestHeaders } from '#nodes'
import { bodyTooLarge } from './failures.ts'
import { onClose } from './on-close.ts'

/** Whether the request was answered by another node; if not, it is done here. */
export type Forward = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

const maxHops = 2
// Nobody sees it; it tells the log that there was nobody to answer.
const callerGone = 499

const inCircles = (): Failure =>
  new Failure('service_unavailable', 'The nodes forwarded this request in a loop: they disagree on the owner. Repeat it in a moment.', {
    retryAfterSeconds: 1,
  })

/** The deployment in the path, when it can be one; what cannot is refused where the path is checked. */
const deploymentIn = (request: FastifyRequest): number | null => {
  const id = Number((request.params as { deploymentId?: string }).deploymentId)
  return Number.isInteger(id) ? id : null
}

// Nobody reads a body that comes with them, so none is passed on.
const withoutBody = new Set(['GET', 'HEAD'])

const nothing = (): Readable => Readable.from([])

/** Refused here like any other, by whoever would read the body. */
const isTooLarge = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  !withoutBody.has(method) && Number(headers['content-length'] ?? 0) > routeOptions.bodyLimit

const sendBack = (request: FastifyRequest, reply: FastifyReply, answer: IncomingMessage): void => {
  reply.status(answer.statusCode ?? 502).headers(forwardedResponseHeaders(answer.headers))
  if (!request.raw.complete) reply.header('connection', 'close')
  if (answer.statusCode === 204) {
    answer.resume()
    reply.send()
  } else reply.send(answer)
}

/** Aborted when the caller hangs up before it has its answer. */
const callerSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  onClose(reply.raw, () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The caller hung up.'))
  })
  return controller.signal
}

const sendToOwner = ({ owners }: Services, request: FastifyRequest, reply: FastifyReply, deploymentId: number): Promise<OwnerAnswer> => {
  const { method, id: requestId } = request
  const { tenant, host, origin, address } = request.facet
  if (!tenant) throw new Error('The tenant is resolved before a request is passed on.')
  const hasBody = !withoutBody.has(method)
  if (!hasBody) request.raw.resume()
  return owners.send({
    deploymentId,
    method,
    path: request.raw.url ?? '/',
    forwarded: { tenantId: tenant.id, host, origin, address, requestId },
    headersWith: (token) => forwardedRequestHeaders(request.headers, { requestId, token, hasBody }),
    body: () => (hasBody ? request.raw : nothing()),
    maxBodyBytes: request.routeOptions.bodyLimit,
    isRepeatable: !hasBody,
    signal: callerSignal(reply),
    onOwner: (nodeId) => {
      request.facet.forwardedTo = nodeId
    },
  })
}

const toOwner = async (services: Services, request: FastifyRequest, reply: FastifyReply, deploymentId: number): Promise<boolean> => {
  const answer = await sendToOwner(services, request, reply, deploymentId)
  if (answer === 'self') return false
  if (answer === 'gone') {
    reply.status(callerGone).hijack()
    return true
  }
  if (answer === 'too large') {
    reply.header('connection', 'close')
    throw bodyTooLarge()
  }
  sendBack(request, reply, answer)
  return true
}

/**
 * Passes a request on to the node that owns the repository it is about, before its body is read. The caller was authenticated
 * here and is authenticated there again: all that the owner believes is in the token.
 */
export const createForward = (services: Services, operation: OperationShape): Forward => {
  if (!operation.params?.properties['deploymentId']) throw new Error(`${operation.id} runs on the owner and names no deployment.`)
  const { cluster } = services
  return async (request, reply) => {
    const deploymentId = deploymentIn(request)
    if (deploymentId === null || isTooLarge(request)) return false
    // A second hop could become a circle while nodes disagree, so one that a node passed on stays. Only a node can prove to be
    // one: otherwise anybody could have work done where it does not belong.
    if (request.facet.isForwarded && cluster.isAuthoring) return false
    if (request.facet.isForwarded) throw noOwner()
    // Nodes that cannot prove it to each other would go on for ever.
    if (hopsOf(request.headers) > maxHops) throw inCircles()
    return toOwner(services, request, reply, deploymentId)
  }
}
