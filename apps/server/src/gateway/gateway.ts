import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { createOpenAnswers, type DataTarget, type OpenAnswer, ownKeyOf } from '#access'
import { WaitTimeout } from '#limits'
import { andThen } from './at-once.ts'
import { createAuthenticate } from './authenticate.ts'
import { type DataPath, isDataPath, parseDataPath } from './data-path.ts'
import { answerEmpty, answerJson, bindToHttps, type Passage, firstHeaders, refuse } from './passage.ts'
import type { GatewayDependencies } from './dependencies.ts'
import { type Arrival, createFindTarget } from './find-target.ts'
import { type Forwarding, forward } from './forward.ts'
import { bodyOf, type DeclaredBody, requireSingleHeaders } from './headers.ts'
import { createHold, type Hold } from './hold.ts'
import { preflightHeaders, settleOrigin } from './origins.ts'
import { discardRest, maxBodyBytesOf, readBody, smallBodyBytes } from './read-body.ts'
import { bodyRefusals, refusalOf, routeRefusals, scopeMissing } from './refusals.ts'
import { requestCost } from './request-cost.ts'
import { createTraces } from './trace.ts'
import type { DataCaller, EngineLease } from './types.ts'

export type Gateway = {
  /** True: taken, and answered by the gateway. */
  handle: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Answers under way. */
  active: () => number
  stop: () => void
}

// What a caller that went away is counted as.
const clientClosed = 499
const healthy = '{"health":"HEALTH"}'
const continueWait = '{"error":"Continue wait"}'

/** A request that may be passed on, as soon as there is an engine for it. */
type Asked = Pick<Forwarding, 'route' | 'enginePath' | 'method'> & {
  passage: Passage
  target: DataTarget
  body: DeclaredBody | null
  /** Looks at all of it again: what the address leads to, and then whose token it is. Throws where that is no longer what it was. */
  findAgain: () => DataCaller | Promise<DataCaller>
}

/** A request whose body was read. */
type Received = Omit<Asked, 'body'> & Pick<Forwarding, 'body'> & { cost: number }

/** Who has become somebody else meanwhile has what is under way cut: it was asked for by who they were. */
const requireSameContext = (before: DataCaller, now: DataCaller): void => {
  if (!isDeepStrictEqual(before.pinned.ctx, now.pinned.ctx)) throw new Error('The security context of the caller has changed.')
}

/** The data API in front of the engines. Explicit about all it stands on: process/ puts it together. */
export const createGateway = (dependencies: GatewayDependencies): Gateway => {
  const { engines, places, bodyMemory, maxStallMs, revocations, transportOf, dataDomain } = dependencies
  const trace = createTraces()
  const authenticate = createAuthenticate(dependencies.credentials)
  const findTarget = createFindTarget(dependencies)
  const open = createOpenAnswers(revocations)
  const isDataHost = (host: string): boolean => dataDomain !== null && host.endsWith(`.${dataDomain}`)

  const arrivalOf = (request: IncomingMessage): Arrival => {
    const { host, origin, address } = transportOf(request)
    return { host, origin, address, isHostRouted: isDataHost(host) || !(request.url ?? '').startsWith('/deployment/') }
  }

  const observe = (passage: Passage): void => {
    const { response, request, startedMs, operation, requestId, tenantId, deploymentId, unfinishedAs } = passage
    dependencies.observe({
      operation,
      status: response.headersSent && response.writableFinished ? response.statusCode : unfinishedAs,
      seconds: (performance.now() - startedMs) / 1000,
      requestId,
      method: request.method ?? '',
      tenantId,
      deploymentId,
    })
  }

  /** Asks the engine. Whoever is here may be: its token was looked at in this turn of the event loop. */
  const pass = (received: Received, caller: DataCaller, lease: EngineLease, hold: Hold): void => {
    const { passage, target, findAgain, route, enginePath, method, body } = received
    if (passage.response.closed) return
    const answer: OpenAnswer = {
      tenantId: target.tenantId,
      epoch: passage.epoch,
      endsAtMs: caller.endsAtMs,
      confirm: () => andThen(findAgain(), (now) => requireSameContext(caller, now)),
      cut: () => undefined,
    }
    const { cut } = forward(passage, {
      ...{ route, enginePath, method, body },
      lease,
      caller,
      maxStallMs,
      onEngineError: (status, text) =>
        dependencies.onEngineError({
          tenantId: target.tenantId,
          deploymentId: target.deploymentId,
          environmentId: target.environmentId,
          processName: lease.processName,
          buildId: lease.buildId,
          caller: String(ownKeyOf(caller.countedAs)),
          requestId: passage.requestId,
          status,
          text,
        }),
    })
    answer.cut = cut
    lease.onRejected?.(cut)
    hold.add(open.add(answer))
  }

  const leasedFor = ({ target, cost }: Received, { countedAs }: DataCaller) => ({
    ...target,
    holder: { key: String(ownKeyOf(countedAs)), cost },
  })

  const entrantOf = ({ target: { environmentId }, cost }: Received, { tenantId, countedAs }: DataCaller) => ({
    tenantId,
    countedAs,
    environmentId,
    cost,
  })

  const engageLate = async (received: Received, caller: DataCaller, hold: Hold, hasPlace: boolean): Promise<void> => {
    const { passage, route, findAgain } = received
    try {
      if (!hasPlace) {
        const place = await hold.wait((signal) => places.enter(entrantOf(received, caller), signal))
        hold.add(() => place(passage.isWithEngine))
      }
    } catch (error) {
      if (!(error instanceof WaitTimeout) || !route.continuesWait || passage.response.closed) throw error
      return answerJson(passage, continueWait)
    }
    const lease = await hold.wait((signal) => engines.acquire(leasedFor(received, caller), signal))
    hold.add(lease.release)
    // It may have been long in coming, and the token or the address be no longer good.
    pass(received, await findAgain(), lease, hold)
  }

  const engage = (received: Received, caller: DataCaller, hold: Hold): void | Promise<void> => {
    const { passage } = received
    const place = places.tryEnter(entrantOf(received, caller))
    if (place) hold.add(() => place(passage.isWithEngine))
    const lease = place && engines.tryAcquire?.(leasedFor(received, caller))
    if (!lease) return engageLate(received, caller, hold, place !== undefined)
    hold.add(lease.release)
    return pass(received, caller, lease, hold)
  }

  /** Reads the body, whose size the caller is charged for, before the request takes anything of an engine. */
  const receive = async (asked: Asked, declared: DeclaredBody, caller: DataCaller, hold: Hold): Promise<void> => {
    const { passage, enginePath, findAgain } = asked
    const maxBytes = maxBodyBytesOf(caller)
    if (declared.bytes !== null && declared.bytes > maxBytes) throw bodyRefusals.tooLarge(maxBytes)
    const memory = bodyMemory.open(ownKeyOf(caller.countedAs))
    hold.add(memory.release)
    const reservedBytes = declared.bytes ?? maxBytes
    if (reservedBytes > smallBodyBytes) await hold.wait((signal) => memory.enter(reservedBytes, signal))
    const body = await readBody(passage.request, maxBytes)
    memory.keepOnly(body.length)
    const cost = requestCost(enginePath, body)
    // The body may have been long in coming.
    const now = await findAgain()
    if (!passage.response.closed) await engage({ ...asked, body, cost }, now, hold)
  }

  const answer = (passage: Passage, path: Exclude<DataPath, { kind: 'unknown' }>, target: DataTarget, arrival: Arrival) => {
    const { request } = passage
    if (path.kind === 'dev_mode') throw routeRefusals.devMode()
    if (path.kind === 'alive') return answerJson(passage, healthy)
    const { route, enginePath } = path
    const method = request.method ?? ''
    passage.operation = route.name
    if (method === 'OPTIONS') return answerEmpty(passage, preflightHeaders(route.methods))
    if (!route.methods.includes(method)) throw routeRefusals.method(route.methods)
    const body = bodyOf(method, request.headers)
    const { authorization } = request.headers
    const findAgain = (): DataCaller | Promise<DataCaller> =>
      andThen(findTarget(arrival, path.slug), (now) => {
        if (now.deploymentId !== target.deploymentId || now.environmentId !== target.environmentId) throw routeRefusals.deployment()
        return authenticate(authorization, now)()
      })
    return andThen(authenticate(authorization, target)(arrival.address), (caller) => {
      if (route.scope !== null && caller.scopes !== null && !caller.scopes.includes(route.scope)) throw scopeMissing(route.scope)
      const { left, policy } = dependencies.count(caller.countedAs)
      passage.headers['ratelimit'] = left
      passage.headers['ratelimit-policy'] = policy
      const asked: Asked = { passage, target, findAgain, route, enginePath, method, body }
      const hold = createHold(passage.response)
      if (body !== null) return receive(asked, body, caller, hold)
      return engage({ ...asked, body, cost: requestCost(enginePath, null) }, caller, hold)
    })
  }

  const serve = (passage: Passage): void | Promise<void> => {
    const { request } = passage
    dependencies.requireServing()
    const arrival = arrivalOf(request)
    if (arrival.origin.startsWith('https:')) bindToHttps(passage)
    requireSingleHeaders(request)
    const path = parseDataPath(request.url ?? '', arrival.isHostRouted)
    if (path.kind === 'unknown') throw routeRefusals.unknown()
    return andThen(findTarget(arrival, path.slug, arrival.address), (target) => {
      passage.tenantId = target.tenantId
      passage.deploymentId = target.deploymentId
      return andThen(settleOrigin(request.headers.origin, arrival.origin, target.tenantId, dependencies.originsOf), (headers) => {
        Object.assign(passage.headers, headers)
        return answer(passage, path, target, arrival)
      })
    })
  }

  const fail = (passage: Passage, error: unknown): void => {
    if (passage.response.closed) return
    const { refusal, isBug } = refusalOf(error)
    if (isBug) dependencies.onBug(passage.requestId, error)
    discardRest(passage.request)
    refuse(passage, refusal)
  }

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { requestId, traceparent } = trace(request.headers)
    const passage: Passage = {
      request,
      response,
      requestId,
      traceparent,
      startedMs: performance.now(),
      epoch: revocations.epoch(),
      operation: 'data',
      tenantId: undefined,
      deploymentId: undefined,
      unfinishedAs: clientClosed,
      isWithEngine: false,
      headers: firstHeaders(requestId),
    }
    if (dependencies.isDraining()) passage.headers['connection'] = 'close'
    response.once('close', () => observe(passage))
    try {
      const serving = serve(passage)
      if (serving) serving.catch((error: unknown) => fail(passage, error))
    } catch (error) {
      fail(passage, error)
    }
  }

  const isTaken = (request: IncomingMessage): boolean => {
    if (isDataPath(request.url ?? '')) return true
    if (dataDomain === null) return false
    try {
      return isDataHost(transportOf(request).host)
    } catch {
      return false
    }
  }

  return {
    handle: (request, response) => {
      if (!isTaken(request)) return false
      begin(request, response)
      return true
    },
    active: open.count,
    stop: open.stop,
  }
}
