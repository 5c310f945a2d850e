import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type OperationId, operations, type OperationShape } from '@facet/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { createOpenAnswers } from '#access'
import type { Handlers, Services } from '#context'
import { Failure } from '#kernel/failure'
import { createAddHeaders } from './answer-headers.ts'
import { answerPreflights } from './cross-origin.ts'
import { mountEmbedPage } from './embed-page.ts'
import { failureOf, sendFailure } from './failures.ts'
import { createHeldOpen } from './held-open.ts'
import { addHealth } from './health.ts'
import { addJsonParser } from './json-body.ts'
import { type Authenticate, createAuthenticate, mountOperation } from './mount.ts'
import { addMultipartParser, maxReceivingMs } from './multipart.ts'
import { nearestRoute } from './nearest-route.ts'
import { observe, type Observer } from './observe.ts'
import { takePolicyReports } from './policy-reports.ts'
import { limitReceiving } from './receiving-time.ts'
import { createRateLimits } from './rate-limit.ts'
import { createRefusalDelay } from './refusal-delay.ts'
import { createRequestIds, requestIdOf } from './request-id.ts'
import './request-state.ts'
import { resolveTenant } from './resolve-tenant.ts'
import { recordRefusal } from './trail.ts'
import { serveStartPage } from './start-page.ts'
import { mountStaticFiles, type StaticMount } from './static-files.ts'
import { answerUnreadableBytes, answerUnreadablePath, ignoreExpectations } from './unreadable.ts'
import { answerUnserved } from './unserved.ts'
import { createUploadRate } from './upload-rate.ts'
import { createValidators } from './validation.ts'

export type HandleFirst = (request: IncomingMessage, response: ServerResponse) => boolean

export type ServerOptions = {
  handlers: Handlers
  observer: Observer
  authenticate?: Authenticate
  isDraining?: () => boolean
  /** How long a caller may take to send a request, head and body. */
  requestTimeoutMs?: number
  staticMounts?: readonly StaticMount[]
  /** Where the embedded page was built; what it holds is read at the start. */
  embedPageFolder?: string
  /** Asked before anything else: true, and the request is answered elsewhere. */
  handleFirst?: HandleFirst
}

/**
 * Shorter limits than a proxy's usual minute, so that slow senders are ended here and not there. Node looks for them at an interval, which
 * is half a minute when nothing is said. Its limit of the whole request is that of the largest file: `limitReceiving` holds others to theirs.
 */
const receivingLimits = (requestTimeoutMs: number) => ({
  requestTimeout: requestTimeoutMs + maxReceivingMs,
  headersTimeout: requestTimeoutMs / 2,
  connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
})

const standardTimeoutMs = 30_000

const createApp = ({ config }: Services, { requestTimeoutMs = standardTimeoutMs }: ServerOptions): FastifyInstance => {
  const nextId = createRequestIds()
  const options = {
    bodyLimit: config.bodyLimitBytes,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => requestIdOf(request.headers['x-request-id'], nextId),
    requestTimeout: requestTimeoutMs + maxReceivingMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle' as const,
    // A request on a connection from before the stop is answered like any other; the connection is closed after it.
    return503OnClosing: false,
    frameworkErrors: answerUnreadablePath,
    clientErrorHandler: answerUnreadableBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
  }
  const connection = { requireHostHeader: false, ...receivingLimits(requestTimeoutMs) }
  if (!config.tls) return Fastify({ ...options, http: connection })
  const { certFile, keyFile } = config.tls
  return Fastify({
    ...options,
    https: { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2', ...connection },
  })
}

/**
 * Being busy is no defect, and a node that is short of something must not spend the rest on stack traces. That something is not built
 * is for the caller to know, and nothing an operator could mend.
 */
const logFailure = (log: Services['log'], request: object, failure: Failure): void => {
  if (failure.kind === 'not_implemented') return
  if (failure.kind === 'unavailable' && failure.cause === undefined) log.warn(request, failure.message)
  else log.error({ ...request, err: failure.cause ?? failure }, failure.message)
}

// As large as the largest body of any operation.
const maxDiscardedBytes = 67_108_864

/**
 * A caller that is still sending a refused body would find the connection closed, and most would not read the answer. So
 * the rest of it is drained, unless it is more than anybody may send.
 */
const drainBody = ({ headers }: FastifyRequest, reply: FastifyReply, { kind }: Failure): void => {
  if (kind === 'too_large' && Number(headers['content-length']) <= maxDiscardedBytes) reply.removeHeader('connection')
}

const answerFailures = (app: FastifyInstance, services: Services): void => {
  const delay = createRefusalDelay()
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error)
    await delay(request, reply, failure)
    const { caller, operation } = request.facet
    if (failure.status >= 500) logFailure(services.log, { requestId: request.id, operation: operation?.id }, failure)
    if (caller?.credentialKind && operation && failure.kind === 'forbidden' && operation.method !== 'GET')
      await recordRefusal(services, { caller, operation, requestId: request.id, params: request.params }, failure).catch((cause: unknown) =>
        services.log.error({ requestId: request.id, err: cause }, 'a refusal could not be recorded'),
      )
    drainBody(request, reply, failure)
    return sendFailure(request, reply, failure)
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const advice = nearestRoute(request.method, path) ?? 'GET /api/v1/spec lists every operation.'
    return sendFailure(request, reply, new Failure('route_not_found', `There is no ${request.method} ${path.slice(0, 200)}. ${advice}`))
  })
}

/** Some requests never become one of Fastify's: they are streamed, and its hooks would cost more than all that is done with them. */
const putFirst = (server: Server, handleFirst: HandleFirst): void => {
  const later = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!handleFirst(request, response)) for (const listener of later) listener.call(server, request, response)
  })
}

/** The API from the contract: every operation mounted, validated, authenticated, answered and observed in one way. */
export const createServer = (services: Services, options: ServerOptions): FastifyInstance => {
  const app = createApp(services, options)
  const limits = createRateLimits(services.config.rateLimits, services.liveNodes)
  const uploads = createUploadRate(services.config.rateLimits, services.liveNodes)
  const authenticate = options.authenticate ?? createAuthenticate(services, limits, uploads)
  const validators = createValidators()
  const streams = createOpenAnswers(services.revocations)
  app.addHook('onClose', async () => streams.stop())
  const isDraining = options.isDraining ?? (() => false)
  const addHeaders = createAddHeaders(services, isDraining)
  const heldOpen = createHeldOpen(app, services.log, addHeaders)
  app.decorateRequest('facet')
  ignoreExpectations(app.server)
  if (options.handleFirst) putFirst(app.server, options.handleFirst)
  limitReceiving(app.server, options.requestTimeoutMs ?? standardTimeoutMs)
  addJsonParser(app)
  addMultipartParser(app)
  // Before the hook that may refuse, so that refusals have their line.
  observe(app, services, options.observer)
  resolveTenant(app, services)
  answerFailures(app, services)
  app.addHook('onSend', (request, reply, _payload, done) => {
    addHeaders(request, reply)
    if (reply.statusCode >= 400) uploads.refuse(request)
    done()
  })
  addHealth(app, services, isDraining)
  serveStartPage(app, services.config.demoUrl)
  for (const id of Object.keys(operations) as OperationId[])
    mountOperation(app, services, { validators, authenticate, streams, heldOpen }, operations[id], options.handlers[id])
  answerPreflights(app, services, Object.values<OperationShape>(operations))
  answerUnserved(app, authenticate)
  takePolicyReports(app, services)
  mountStaticFiles(app, options.staticMounts ?? [])
  if (options.embedPageFolder !== undefined) mountEmbedPage(app, services, options.embedPageFolder)
  return app
}
