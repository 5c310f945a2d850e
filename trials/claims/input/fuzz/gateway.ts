import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { type HttpAnswer, type HttpExchange, openHttpRelay } from '@facet/testkit/relay'
import type { Prepared, PreparedRequests } from './prepared-request.ts'
import { jsonObjectIn, withHeaders } from './request-parts.ts'
import { type Pool, pooledParams, type Stand } from './stand.ts'

/** Response statuses by operation, and requests that failed before a response. */
export type Traffic = { statuses: Map<string, Map<number, number>>; unanswered: string[]; slow: number; unprepared: string[] }
export type Gateway = { url: string; traffic: Traffic; close: () => Promise<void> }

// Longer than any request takes on a busy machine.
export const answerTimeoutMs = 60_000
const slowAfterMs = 10_000
// One in five requests keeps the ids of the fuzzer, which are unknown or invalid.
const keptOneIn = 5
// Of four requests of an operation, the first is sent as prepared, and the third combines the prepared fields with those of the fuzzer.
const preparedTurns = 4
const bareTurn = 0
const mixedTurn = 2
const maxAttempts = 3

type Route = { id: OperationId; method: string; form: RegExp; names: string[] }

const routeOf = ([id, operation]: [string, OperationShape]): Route => ({
  id: id as OperationId,
  method: operation.method,
  form: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/?]+)')}/?(?=\\?|$)`),
  names: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
})
const routes = Object.entries(operations).map(routeOf)

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** The number that the service reads: `07` and `%37` are the same id as `7`. */
const numberIn = (part: string): number => Number(decoded(part))

/** The standing embed tenant, unless the request would delete it. */
const aimAtEmbedTenant = (route: Route, value: string, { embedTenantName }: Stand, isKept: boolean): string => {
  if (route.id !== 'deleteEmbedTenant') return isKept ? value : embedTenantName
  return decoded(value) === embedTenantName ? 'stand-nowhere' : value
}

const isPooled = (name: string): name is (typeof pooledParams)[number] => pooledParams.some((pooled) => pooled === name)

/** Replaces ids in the path by ids of existing resources. Creates a resource first if the operation deletes one. */
const aim = async (
  route: Route,
  values: string[],
  stand: Stand,
  isKept: boolean,
  isReserved: (id: number) => boolean,
): Promise<string[]> => {
  // Updating a user may remove a role, so that each such request gets a new user.
  const isDeleting = route.id.startsWith('delete') || route.id === 'updateUser' || route.id === 'postUser'
  const pool: Pool = isDeleting ? stand.fresh : stand.standing
  const aimed = [...values]
  for (const [index, name] of route.names.entries()) {
    const value = values[index] ?? ''
    // Only prepared requests write to reserved deployments.
    const isTaken = name === 'deploymentId' && route.method !== 'GET' && isReserved(numberIn(value))
    const isMoved = (isId(value) && !isKept) || isTaken
    if (name === 'embedTenantName') aimed[index] = aimAtEmbedTenant(route, value, stand, isKept)
    if (name === 'name' && !isKept) aimed[index] = await stand.fresh.variableOf(Number(aimed[0]))
    if (name === 'name' || (!isMoved && !(isDeleting && stand.isProtected(numberIn(value))))) continue
    if (name === 'deploymentId')
      aimed[index] = String(await (route.id === 'deleteDeployment' ? stand.fresh : stand.standing).deploymentId())
    else if (name === 'groupId' && route.names.includes('embedTenantName')) aimed[index] = String(await pool.embedGroupId())
    else if (isPooled(name)) aimed[index] = String(await pool[name]())
  }
  return aimed
}

type Aimed = { path: string; operation: OperationId | 'none'; prepared?: Prepared; isBare: boolean }

const pathOf = (id: OperationId, values: string[], query: string): string => {
  let place = 0
  return `${operations[id].path.replaceAll(/\{\w+\}/g, () => values[place++] ?? '')}${query}`
}

/** Adds prepared parameters to the query. `isBare` drops those of the fuzzer. */
const queryWith = (query: string, prepared: Record<string, string>, isBare: boolean): string => {
  const parts = new URLSearchParams(isBare ? '' : query.slice(1))
  for (const [name, value] of Object.entries(prepared)) parts.set(name, value)
  return parts.size === 0 ? '' : `?${parts.toString()}`
}

const bodyWith = (sent: Buffer, prepared: Prepared['body'], isBare: boolean): Buffer => {
  if (prepared === undefined || Buffer.isBuffer(prepared)) return prepared ?? sent
  const chosen = isBare ? undefined : jsonObjectIn(sent)
  return Buffer.from(JSON.stringify({ ...chosen, ...prepared }))
}

/** A proxy between the fuzzer and the service. Points requests at existing resources and counts the responses. */
export const startGateway = async (serviceUrl: string, stand: Stand, prepared: PreparedRequests): Promise<Gateway> => {
  const traffic: Traffic = { statuses: new Map(), unanswered: [], slow: 0, unprepared: [] }
  const turns = new Map<string, number>()

  const count = (operation: string, status: number): void => {
    const counts = traffic.statuses.get(operation) ?? new Map<number, number>()
    counts.set(status, (counts.get(status) ?? 0) + 1)
    traffic.statuses.set(operation, counts)
  }

  const takeTurn = (id: OperationId): number => {
    const turn = turns.get(id) ?? 0
    turns.set(id, turn + 1)
    return turn
  }

  /** Repeats if the fuzzer has changed the tenant settings meanwhile. */
  const prepare = async (id: OperationId, attempt = 1): Promise<Prepared | undefined> => {
    try {
      return await prepared.of[id]?.()
    } catch (error) {
      if (attempt === maxAttempts) throw error
      await stand.restoreSettings()
      return prepare(id, attempt + 1)
    }
  }

  const aimed = async (method: string, url: string): Promise<Aimed> => {
    const route = routes.find((one) => one.method === method && one.form.test(url))
    if (!route) return { path: url, operation: 'none', isBare: false }
    const [matched = '', ...values] = route.form.exec(url) ?? []
    const query = url.slice(matched.length)
    const turn = takeTurn(route.id)
    const isBare = turn % preparedTurns === bareTurn
    const ready = isBare || turn % preparedTurns === mixedTurn ? await prepare(route.id) : undefined
    const found = await aim(route, values, stand, !ready && turn % keptOneIn === keptOneIn - 1, prepared.isReserved)
    if (!ready) return { path: pathOf(route.id, found, query), operation: route.id, isBare }
    const named = route.names.map((name, place) => encodeURIComponent(String(ready.params?.[name] ?? decoded(found[place] ?? '') ?? '')))
    return { path: pathOf(route.id, named, queryWith(query, ready.query ?? {}, isBare)), operation: route.id, prepared: ready, isBare }
  }

  /** Forwards a request. Returns undefined if the service did not respond in time. */
  const ask = async (exchange: HttpExchange, { path, operation, prepared: ready, isBare }: Aimed): Promise<HttpAnswer | undefined> => {
    const body = ready?.body === undefined ? undefined : bodyWith(exchange.body, ready.body, isBare)
    const headers = withHeaders(exchange.rawHeaders, ready?.headers, body)
    const startedMs = performance.now()
    try {
      const answer = await exchange.forward({ url: path, headers, ...(body ? { body } : {}), timeoutMs: answerTimeoutMs })
      if (performance.now() - startedMs > slowAfterMs) traffic.slow++
      count(operation, answer.status)
      return answer
    } catch (error) {
      traffic.unanswered.push(`${operation} after ${Math.round(performance.now() - startedMs)} ms: ${String(error)}`)
      return undefined
    }
  }

  const pass = async (exchange: HttpExchange): Promise<void> => {
    const target = await aimed(exchange.method, exchange.url)
    const answer = await ask(exchange, target)
    if (answer && target.operation === 'updateTenantSettings') await stand.restoreSettings().catch(() => undefined)
    if (answer) exchange.answer(answer)
    else exchange.cut()
  }

  const { url, close } = await openHttpRelay(serviceUrl, async (exchange) => {
    try {
      await pass(exchange)
    } catch (error) {
      traffic.unprepared.push(`${exchange.method} ${exchange.url}: ${String(error)}`)
      exchange.cut()
    }
  })
  return { url, traffic, close }
}
