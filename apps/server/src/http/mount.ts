import { Readable } from 'node:stream'
import { failuresOf, findIneffective, listIneffectiveFields, type OperationShape } from '@facet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, preParsingHookHandler } from 'fastify'
import { type Caller, requireMayCall, anonymousCaller, type OpenAnswers, type Tenant } from '#access'
import type { Services } from '#context'
import { Failure } from '#kernel/failure'
import { networkOf } from '#limits'
import { callerFinder } from './authentication.ts'
import type { AnyHandler, Call } from './call.ts'
import { confirmCaller } from './confirm-caller.ts'
import { authenticateFromPage, isCalledByFrames, routePath } from './cross-origin.ts'
import { createJoinDuplicates } from './duplicates.ts'
import { createForward, type Forward } from './forward.ts'
import type { HeldOpen } from './held-open.ts'
import { holdBytes, releaseBody, releaseOfGone, reserveBodyMemory } from './held-bytes.ts'
import { allowUpload, maxFormBytesOf, requireMultipart, type Upload } from './multipart.ts'
import { queryOf, readParameters } from './parameters.ts'
import type { RateLimits } from './rate-limit.ts'
import { runOperation } from './run-operation.ts'
import { hangUpSignal, streamSignal } from './stream-signal.ts'
import type { UploadRate } from './upload-rate.ts'
import { type Part, validationFailure, type Validators } from './validation.ts'

export type Authenticate = (request: FastifyRequest, operation: OperationShape) => Promise<void> | void

/** Finds the caller and holds it to its limits, its scope and its roles. On a cache hit nothing here waits. */
export const createAuthenticate = (services: Services, limits: RateLimits, uploads: UploadRate): Authenticate => {
  const mayCall = (request: FastifyRequest, operation: OperationShape, caller: Caller): void =>
    requireMayCall(caller, operation, request.params as Record<string, string | undefined>, request.headers.origin)
  /** By its bytes only for whom it is: anybody else would use up what the tenant may upload, and send nothing. */
  const admitUpload = (request: FastifyRequest, operation: OperationShape, caller: Caller): Promise<void> | void => {
    try {
      mayCall(request, operation, caller)
    } catch (error) {
      request.facet.rateLimit = limits.check(caller)
      throw error
    }
    return uploads.enter(request, caller)
  }
  const admit = (request: FastifyRequest, operation: OperationShape, caller: Caller): Promise<void> | void => {
    request.facet.caller = caller
    // Counted where the caller came in.
    const { isForwarded } = request.facet
    if (operation.isMultipart && !isForwarded) return admitUpload(request, operation, caller)
    if (!isForwarded) request.facet.rateLimit = operation.isHeldOpen ? limits.checkHeldOpen(caller) : limits.check(caller)
    mayCall(request, operation, caller)
  }
  const admitAnyone = (request: FastifyRequest, tenant: Tenant): void => {
    request.facet.caller = anonymousCaller(tenant.id)
    if (!request.facet.isForwarded) request.facet.rateLimit = limits.checkAddress(networkOf(request.facet.address))
  }
  return (request, operation) => {
    const { tenant } = request.facet
    if (!tenant) throw new Error('The tenant is resolved before the caller.')
    if (operation.credentials.length === 0) return admitAnyone(request, tenant)
    const { address, isForwarded } = request.facet
    const find = callerFinder(services, tenant, request.headers)
    // Whoever was admitted once is not counted as unknown for having ended since.
    request.facet.findAgain = () => find()
    // The node it came in at has admitted a request that was passed on.
    const found = find(isForwarded ? undefined : address)
    return found instanceof Promise ? found.then((caller) => admit(request, operation, caller)) : admit(request, operation, found)
  }
}

const compileInput = (validators: Validators, operation: OperationShape) => {
  const query = queryOf(operation)
  const parts: [Part, object | undefined][] = [
    ['params', operation.params],
    ['query', query],
    ['body', operation.body],
  ]
  const checks = parts.flatMap(([part, schema]) => (schema ? [{ part, findProblems: validators.of(part, schema) }] : []))
  return (request: FastifyRequest, upload: Upload | null): Call['input'] => {
    // Bodies are declared optional even where fields are required, so a missing one is judged as an empty object.
    const input = {
      params: readParameters(operation.params ?? {}, request.params as Record<string, unknown>),
      query: readParameters(query, request.query as Record<string, unknown>),
      body: operation.body ? (upload?.fields ?? request.body ?? {}) : undefined,
      text: operation.isSigned && (request.facet.signedText ?? ''),
      headers: operation.headers && Object.fromEntries(operation.headers.map((name) => [name, request.headers[name]])),
      file: upload?.file,
    }
    for (const { part, findProblems } of checks) {
      const problems = findProblems(input[part])
      if (problems.length > 0) throw validationFailure(problems)
    }
    return input
  }
}

/** Outside production an answer that the contract does not describe is a bug that shows at once. */
const compileAnswerCheck = (services: Services, validators: Validators, operation: OperationShape) => {
  if (services.config.mode === 'production' || operation.streams) return () => undefined
  const findProblems = validators.of('body', operation.returns)
  return (body: string | Buffer): void => {
    const problems = findProblems(JSON.parse(body.toString()))
    if (problems.length > 0) throw new Error(`The answer of ${operation.id} is not what the contract says: ${JSON.stringify(problems)}`)
  }
}

const neverAborted = new AbortController().signal

type Signalled = { operation: OperationShape; reply: FastifyReply; caller: Caller; confirm: Call['confirm']; epoch: number }

/** Asked for only where the work is long enough to be worth stopping. */
const signalOf = (
  { operation, reply, caller, confirm, epoch }: Signalled,
  { streams, heldOpen }: Pick<MountDependencies, 'streams' | 'heldOpen'>,
): AbortSignal => {
  if (operation.isHeldOpen) return heldOpen.hold(reply)
  if (operation.streams) return streamSignal(reply, caller, confirm, streams, epoch)
  return operation.runsOn === 'owner' || operation.isLong ? hangUpSignal(reply).signal : neverAborted
}

const hideUnlisted = (services: Services, operation: OperationShape, error: unknown): unknown => {
  if (!(error instanceof Failure) || services.config.mode === 'production' || failuresOf(operation).includes(error.code)) return error
  return new Error(`${operation.id} failed with ${error.code}, which its contract does not list.`, { cause: error })
}

/** Deprecation headers of an operation that the reference removed: Deprecation (RFC 9745) and Sunset (RFC 8594). */
const deprecationHeaders = ({ removed }: OperationShape): Record<string, string> =>
  removed
    ? { deprecation: `@${Date.parse(`${removed.since}T00:00:00Z`) / 1000}`, sunset: new Date(`${removed.sunset}T00:00:00Z`).toUTCString() }
    : {}

const maxPieceBytes = 65_536

/** A long line goes in pieces, so that it shows whether anything of it is taken. */
async function* jsonLines(items: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const item of items) {
    const line = Buffer.from(`${JSON.stringify(item)}\n`)
    for (let at = 0; at < line.length; at += maxPieceBytes) yield line.subarray(at, at + maxPieceBytes)
  }
}

/** Bytes as they are, anything else as JSON. */
const streamOf = ({ streams }: OperationShape, items: AsyncIterable<unknown>): Readable =>
  streams === 'application/x-tar' ? Readable.from(items, { objectMode: false }) : Readable.from(jsonLines(items))

const bodyLimitOf = ({ config }: Services, operation: OperationShape): number =>
  operation.isMultipart ? maxFormBytesOf(operation) : Math.max(operation.bodyLimitBytes ?? 0, config.bodyLimitBytes)

const holdToMultipart: preParsingHookHandler = (request, _reply, body, done) => {
  try {
    requireMultipart(request)
    done(null, body)
  } catch (error) {
    done(error as Error)
  }
}

const giveTime: onRequestHookHandler = (request, _reply, done) => {
  allowUpload(request)
  done()
}

const forwardOrHandle =
  (forward: Forward): onRequestHookHandler =>
  (request, reply, done) =>
    void forward(request, reply).then((isAnswered) => (isAnswered ? undefined : done()), done)

export type MountDependencies = { validators: Validators; authenticate: Authenticate; streams: OpenAnswers; heldOpen: HeldOpen }

export const mountOperation = (
  app: FastifyInstance,
  services: Services,
  { validators, authenticate, streams, heldOpen }: MountDependencies,
  operation: OperationShape,
  handler: AnyHandler,
): void => {
  if (operation.documents && operation.idempotency) throw new Error(`${operation.id} cannot keep documents for an Idempotency-Key.`)
  const readInput = compileInput(validators, operation)
  const ineffective = listIneffectiveFields(operation.body)
  const checkAnswer = compileAnswerCheck(services, validators, operation)
  const joinDuplicates = createJoinDuplicates()
  const deprecation = deprecationHeaders(operation)
  const isFramed = isCalledByFrames(operation)
  const forward = operation.runsOn === 'owner' ? createForward(services, operation) : null
  const admit: onRequestHookHandler = (request, reply, done) => {
    request.facet.operation = operation
    reply.headers(deprecation)
    try {
      const isFromPage = isFramed && request.headers.origin !== undefined
      const waiting = isFromPage
        ? authenticateFromPage(services, request, reply, () => authenticate(request, operation))
        : authenticate(request, operation)
      if (waiting) waiting.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  }
  // A form is written to disk as it comes.
  const heldBodyLimit = operation.isMultipart || operation.method === 'GET' ? 0 : bodyLimitOf(services, operation)
  app.route({
    method: operation.method,
    url: routePath(operation),
    bodyLimit: bodyLimitOf(services, operation),
    ...(operation.isMultipart ? { preParsing: holdToMultipart } : {}),
    onRequest: [
      admit,
      ...(operation.fileLimit ? [giveTime] : []),
      ...(forward ? [forwardOrHandle(forward)] : []),
      ...reserveBodyMemory(services, heldBodyLimit),
    ],
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, origin } = request.facet
      if (!caller) throw new Error('No handler runs without a caller.')
      const upload = operation.isMultipart ? (request.body as Upload) : null
      try {
        const epoch = services.revocations.epoch()
        const input = readInput(request, upload)
        const stored = findIneffective(ineffective, input.body)
        const confirm = confirmCaller(request, operation, caller)
        const call: Call = {
          operation,
          caller,
          origin,
          requestId: request.id,
          input,
          idempotencyKey: request.headers['idempotency-key'],
          signal: signalOf({ operation, reply, caller, confirm, epoch }, { streams, heldOpen }),
          confirm,
          holdBytes: (bytes) => holdBytes(services, request, reply, bytes),
          releaseBody: () => releaseBody(request, input),
        }
        const outcome = await joinDuplicates(call, () => runOperation(services, handler, call))
        if ('lines' in outcome && operation.isHeldOpen)
          return await heldOpen.send(request, reply.type('application/x-ndjson'), outcome.lines)
        if ('lines' in outcome) return reply.type(operation.streams ?? 'application/json').send(streamOf(operation, outcome.lines))
        if ('document' in outcome) return reply.type(outcome.document.type).send(outcome.document.text)
        const status = outcome.status ?? operation.status ?? 200
        if (stored.length > 0) reply.header('facet-no-effect', stored.join(', '))
        const isEmpty = status === 204
        if (!isEmpty || !operation.statuses) checkAnswer(outcome.body)
        if (outcome.isReplay) reply.header('idempotency-replayed', 'true')
        if (isEmpty) return reply.status(status).send()
        return reply.status(status).type('application/json; charset=utf-8').send(outcome.body)
      } catch (error) {
        throw hideUnlisted(services, operation, error)
      } finally {
        upload?.release()
        releaseOfGone(request, reply)
      }
    },
  })
}
