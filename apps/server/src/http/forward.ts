import type { IncomingMessage } from 'node:http'
import type { OperationShape } from '@facet/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#context'
import { Failure } from '#failure'
import { bodyTooLarge } from './failures.ts'
import type { Links } from './links.ts'
import { passOn } from './pass-on.ts'
import { hopsOf, passedBack, passedOn } from './passed-headers.ts'

/** Whether the request was answered by another node; if not, it is done here. */
export type Forward = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

const mostNodesAsked = 5
const maxHops = 2
// Nobody sees it; it tells the log that there was nobody to answer.
const callerGone = 499

const noNode = (): Failure =>
  new Failure('service_unavailable', 'No node that works on data models can be reached. Repeat the request in a moment.', {
    retryAfterSeconds: 1,
  })
const stoppedAnswering = (): Failure =>
  new Failure('service_unavailable', 'The node that holds this data model stopped answering. Repeat the request in a moment.', {
    retryAfterSeconds: 1,
  })

const inCircles = (): Failure =>
  new Failure('service_unavailable', 'The nodes passed this request on in a circle: they disagree on who acts. Repeat it in a moment.', {
    retryAfterSeconds: 1,
  })

/** The deployment in the path, when it can be one; what can not is refused where the path is checked. */
const deploymentIn = (request: FastifyRequest): number | null => {
  const id = Number((request.params as { deploymentId?: string }).deploymentId)
  return Number.isInteger(id) ? id : null
}

/** Refused here like any other, by whoever would read the body. */
const isTooLarge = (request: FastifyRequest): boolean => Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit

const mayBeRepeated = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

const sendBack = (request: FastifyRequest, reply: FastifyReply, answer: IncomingMessage): void => {
  reply.status(answer.statusCode ?? 502).headers(passedBack(answer.headers))
  if (!request.raw.complete) reply.header('connection', 'close')
  if (answer.statusCode === 204) {
    answer.resume()
    reply.send()
  } else reply.send(answer)
}

const passTo = (
  links: Links,
  { forwarded }: Services['cluster'],
  owner: { id: string; address: string },
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { method, id: requestId } = request
  const { tenant, host, origin, address } = request.facet
  if (!tenant) throw new Error('The tenant is resolved before a request is passed on.')
  const path = request.raw.url ?? '/'
  const token = forwarded.sign(owner.address, { method, url: path, requestId }, { tenantId: tenant.id, host, origin, address, requestId })
  const sending = { method, path, headers: passedOn(request.headers, { requestId, token }) }
  return passOn(links, owner.address, sending, { from: request.raw, to: reply.raw, mostBytes: request.routeOptions.bodyLimit })
}

const toOwner = async (
  services: Services,
  links: Links,
  request: FastifyRequest,
  reply: FastifyReply,
  deploymentId: number,
): Promise<boolean> => {
  const { cluster, log } = services
  let isRepeated = false
  for (let asked = 0; asked < mostNodesAsked; asked++) {
    const owner = cluster.ownerOf(request.facet.tenant?.id ?? 0, deploymentId)
    if (owner === 'self') return false
    if (owner === null) throw noNode()
    request.facet.forwardedTo = owner.id
    const passed = await passTo(links, cluster, owner, request, reply)
    if ('answer' in passed) {
      sendBack(request, reply, passed.answer)
      return true
    }
    const { problem, cause } = passed
    if (problem === 'gone') {
      reply.status(callerGone).hijack()
      return true
    }
    if (problem === 'too large') {
      reply.header('connection', 'close')
      throw bodyTooLarge()
    }
    log.warn(
      { requestId: request.id, node: owner.id, err: cause },
      `a request could not be passed on to ${owner.address}: the owner is ${problem}`,
    )
    // A proxy in front of a node that is gone takes the connection and loses it, each time.
    if (problem !== 'lost' || !(await links.isAlive(owner.address))) cluster.suspect(owner.id)
    if (problem === 'silent' || (problem === 'lost' && (isRepeated || !mayBeRepeated(request)))) throw stoppedAnswering()
    isRepeated = problem === 'lost'
    request.facet.forwardedTo = null
    if (cluster.isAuthoring) return false
  }
  throw noNode()
}

/**
 * Passes a request on to the node that owns the repository it is about, before its body is read. The caller was authenticated
 * here and is authenticated there again: all that the owner believes is in the token.
 */
export const createForward = (services: Services, links: Links, operation: OperationShape): Forward => {
  if (!operation.params?.properties['deploymentId']) throw new Error(`${operation.id} runs on the owner and names no deployment.`)
  const { cluster } = services
  return async (request, reply) => {
    const deploymentId = deploymentIn(request)
    if (deploymentId === null || isTooLarge(request)) return false
    // A second hop could become a circle while nodes disagree, so one that a node passed on stays. Only a node can prove to be
    // one: otherwise anybody could have work done where it does not belong.
    if (request.facet.isForwarded && cluster.isAuthoring) return false
    if (request.facet.isForwarded) throw noNode()
    // Nodes that can not prove it to each other would go on for ever.
    if (hopsOf(request.headers) > maxHops) throw inCircles()
    return toOwner(services, links, request, reply, deploymentId)
  }
}
