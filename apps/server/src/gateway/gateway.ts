import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DataTarget } from '#access'
import { createAuthenticate } from './authenticate.ts'
import { isDataPath, parseDataPath } from './data-path.ts'
import { answerEmpty, answerJson, bindToHttps, type Passage, firstHeaders, refuse } from './passage.ts'
import type { GatewayDependencies } from './dependencies.ts'
import { forward } from './forward.ts'
import { bodyOf, requireSingleHeaders } from './headers.ts'
import { createOpenAnswers, type OpenAnswer } from './open-answers.ts'
import { preflightHeaders, settleOrigin } from './origins.ts'
import { refusalOf, routeRefusals, scopeMissing } from './refusals.ts'
import { createTraces } from './trace.ts'

export type Gateway = {
  /** True: taken, and answered by the gateway. */
  handle: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Answers under way. */
  active: () => number
  stop: () => void
}

// What a caller that went away is counted as.
const clientClosed = 499
const callerGone = new Error('The caller went away.')
const healthy = '{"health":"HEALTH"}'

type Arrival = { host: string; origin: string; address: string; isHostRouted: boolean }

/** The data API in front of the engines. Explicit about all it stands on: process/ puts it together. */
export const createGateway = (dependencies: GatewayDependencies): Gateway => {
  const { engines, tenants, targets, places, revocations, transportOf, dataDomain } = dependencies
  const trace = createTraces()
  const authenticate = createAuthenticate(dependencies.credentials)
  const open = createOpenAnswers(revocations)
  const isDataHost = (host: string): boolean => dataDomain !== null && host.endsWith(`.${dataDomain}`)

  const arrivalOf = (request: IncomingMessage): Arrival => {
    const arrived = transportOf(request)
    return { ...arrived, isHostRouted: isDataHost(arrived.host) || !(request.url ?? '').startsWith('/deployment/') }
  }

  const findTarget = async ({ host, address, isHostRouted }: Arrival, slug: string | null): Promise<DataTarget> => {
    if (isHostRouted) {
      const target = await targets.find(null, host, address)
      if (!target) throw routeRefusals.host()
      return target
    }
    const tenant = await tenants.find(null, host, address)
    if (!tenant) throw routeRefusals.host()
    const target = await targets.find(tenant.id, slug ?? '', address)
    if (!target) throw routeRefusals.deployment()
    return target
  }

  const observe = (passage: Passage): void => {
    const { response, request, startedMs, operation, requestId, tenantId, deploymentId } = passage
    dependencies.observe({
      operation,
      status: response.headersSent && response.writableFinished ? response.statusCode : clientClosed,
      seconds: (performance.now() - startedMs) / 1000,
      requestId,
      method: request.method ?? '',
      tenantId,
      deploymentId,
    })
  }

  const serve = async (passage: Passage): Promise<void> => {
    const { request, response } = passage
    dependencies.requireServing()
    const arrival = arrivalOf(request)
    if (arrival.origin.startsWith('https:')) bindToHttps(passage)
    requireSingleHeaders(request)
    const path = parseDataPath(request.url ?? '', arrival.isHostRouted)
    if (path.kind === 'unknown') throw routeRefusals.unknown()
    const target = await findTarget(arrival, path.slug)
    passage.tenantId = target.tenantId
    passage.deploymentId = target.deploymentId
    Object.assign(passage.headers, await settleOrigin(request.headers.origin, arrival.origin, target.tenantId, dependencies.originsOf))
    if (path.kind === 'dev_mode') throw routeRefusals.devMode()
    if (path.kind === 'alive') return answerJson(passage, healthy)
    const { route, enginePath } = path
    const method = request.method ?? ''
    passage.operation = route.name
    if (method === 'OPTIONS') return answerEmpty(passage, preflightHeaders(route.methods))
    if (!route.methods.includes(method)) throw routeRefusals.method(route.methods)
    const body = bodyOf(method, request.headers)
    const find = authenticate(request.headers.authorization, target)
    let caller = await find(arrival.address)
    if (route.scope !== null && caller.scopes !== null && !caller.scopes.includes(route.scope)) throw scopeMissing(route.scope)
    const { left, policy } = dependencies.count(caller.countedAs)
    passage.headers['ratelimit'] = left
    passage.headers['ratelimit-policy'] = policy

    const ending = new AbortController()
    const held: (() => void)[] = []
    let isWaiting = true
    const release = (): void => {
      // With a reason: to make one up takes longer than the rest of this.
      if (isWaiting) ending.abort(callerGone)
      for (const give of held.splice(0)) give()
    }
    response.once('close', release)
    const hold = (give: () => void): void => {
      held.push(give)
      // The caller may have gone while it was waited for.
      if (response.closed) release()
    }
    hold(places.tryEnter(target.tenantId) ?? (await places.enter(target.tenantId, { signal: ending.signal })))
    const lease = await engines.acquire(target, ending.signal)
    isWaiting = false
    hold(lease.release)
    if (response.closed) return
    if (route.needsAddon && !lease.hasAddon) throw routeRefusals.addon()
    // An engine may have been long in coming.
    caller = await find()
    const answer: OpenAnswer = { tenantId: target.tenantId, endsAtMs: caller.endsAtMs, confirm: () => find(), cut: () => undefined }
    const { cut } = forward(passage, {
      lease,
      caller,
      route,
      enginePath,
      method,
      body,
      onEngineError: (status, text) =>
        dependencies.onEngineError({
          tenantId: target.tenantId,
          deploymentId: target.deploymentId,
          environmentId: target.environmentId,
          processName: lease.processName,
          buildId: lease.buildId,
          requestId: passage.requestId,
          status,
          text,
        }),
    })
    answer.cut = cut
    open.add(answer)
    held.push(() => open.remove(answer))
    if (response.closed) release()
  }

  const fail = (passage: Passage, error: unknown): void => {
    if (passage.response.closed) return
    const { refusal, isBug } = refusalOf(error)
    if (isBug) dependencies.onBug(passage.requestId, error)
    refuse(passage, refusal)
  }

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const traced = trace(request.headers)
    const passage: Passage = {
      request,
      response,
      ...traced,
      startedMs: performance.now(),
      operation: 'data',
      tenantId: undefined,
      deploymentId: undefined,
      headers: firstHeaders(traced.requestId),
    }
    if (dependencies.isDraining()) passage.headers['connection'] = 'close'
    response.once('close', () => observe(passage))
    serve(passage).catch((error: unknown) => fail(passage, error))
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
