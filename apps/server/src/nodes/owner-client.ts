import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Failure } from '#kernel/failure'
import type { Cluster, Owner } from './cluster.ts'
import type { Forwarded } from './forwarded-token.ts'
import type { NodeConnections } from './node-connections.ts'
import { forwardRequest } from './forward-request.ts'

/** A request about one data model, for the node that owns it. */
export type OwnerRequest = {
  deploymentId: number
  method: string
  path: string
  /** What the owner is told about the caller, and believes without asking. */
  forwarded: Forwarded
  /** The headers it is sent with, given the token that proves what it is told. */
  headersWith: (token: string) => OutgoingHttpHeaders
  /** Asked for at each attempt: one that was sent is read. */
  body: () => Readable
  maxBodyBytes: number
  /** Whether it does no harm to send it twice; only then is it, after its connection was lost. */
  isRepeatable: boolean
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Told which node is asked; null while there is none. */
  onOwner?: (nodeId: string | null) => void
}

/** `self`: this node owns it, or stands in for an owner that cannot be reached. `gone`: the caller hung up. */
export type OwnerAnswer = IncomingMessage | 'self' | 'gone' | 'too large'

/** Asks owners of data models, for requests that came in here and for work of this node alike. Knows no web framework. */
export type OwnerClient = {
  send: (request: OwnerRequest) => Promise<OwnerAnswer>
  /** The same for a small request that this node makes itself. */
  call: (
    request: Pick<OwnerRequest, 'deploymentId' | 'method' | 'path' | 'forwarded' | 'headersWith' | 'isRepeatable' | 'signal'> & {
      body?: Buffer
    },
  ) => Promise<{ status: number; body: Buffer } | 'self'>
  close: () => void
}

const maxNodesAsked = 5

const unavailable = (message: string): Failure => new Failure('service_unavailable', message, { retryAfterSeconds: 1 })

export const noOwner = (): Failure => unavailable('No node that works on data models can be reached. Repeat the request in a moment.')
const stoppedAnswering = (): Failure =>
  unavailable('The node that holds this data model stopped answering. Repeat the request in a moment.')

type Dependencies = {
  cluster: Pick<Cluster, 'ownerOf' | 'suspect' | 'forwarded' | 'isAuthoring'>
  connections: NodeConnections
  /** Told of an owner that did not take a request. */
  onProblem: (problem: { requestId: string; node: string; err: unknown }, message: string) => void
}

export const createOwnerClient = ({ cluster, connections, onProblem }: Dependencies): OwnerClient => {
  const passTo = (owner: Owner, { method, path, forwarded, headersWith, body, maxBodyBytes, signal }: OwnerRequest) => {
    const token = cluster.forwarded.sign(owner.address, { method, url: path, requestId: forwarded.requestId }, forwarded)
    return forwardRequest(
      connections,
      owner.address,
      { method, path, headers: headersWith(token) },
      { body: body(), maxBytes: maxBodyBytes, signal },
    )
  }

  const send = async (request: OwnerRequest): Promise<OwnerAnswer> => {
    const { deploymentId, forwarded, isRepeatable, onOwner = () => undefined } = request
    let isRepeated = false
    for (let asked = 0; asked < maxNodesAsked; asked++) {
      const owner = cluster.ownerOf(forwarded.tenantId, deploymentId)
      if (owner === 'self') return 'self'
      if (owner === null) throw noOwner()
      onOwner(owner.id)
      const passed = await passTo(owner, request)
      if ('answer' in passed) return passed.answer
      const { problem, cause } = passed
      if (problem === 'gone' || problem === 'too large') return problem
      onProblem(
        { requestId: forwarded.requestId, node: owner.id, err: cause },
        `a request could not be forwarded to ${owner.address}: the owner is ${problem}`,
      )
      // A proxy in front of a node that is gone takes the connection and loses it, each time.
      if (problem !== 'lost' || !(await connections.isAlive(owner.address))) cluster.suspect(owner.id)
      if (problem === 'silent' || (problem === 'lost' && (isRepeated || !isRepeatable))) throw stoppedAnswering()
      isRepeated = problem === 'lost'
      onOwner(null)
      if (cluster.isAuthoring) return 'self'
    }
    throw noOwner()
  }

  return {
    send,
    call: async ({ body, ...request }) => {
      const answer = await send({
        ...request,
        body: () => Readable.from(body ? [body] : []),
        maxBodyBytes: Number.POSITIVE_INFINITY,
      })
      if (answer === 'self') return answer
      if (typeof answer === 'string') throw new Error('The call of an owner was aborted.', { cause: request.signal.reason })
      return { status: answer.statusCode ?? 502, body: await buffer(answer) }
    },
    close: connections.close,
  }
}
