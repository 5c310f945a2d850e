import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { type HttpAnswer, type HttpExchange, openHttpRelay } from '@facet/testkit/relay'
import type { Prepared, PreparedRequests } from './prepared-request.ts'
import { jsonObjectIn, withHeaders } from './request-parts.ts'
import { type Pool, pooledParams, type Stand } from './stand.ts'

/** What went through: statuses by operation as the fuzzer saw them, and requests that got no answer. */
export type Passed = { statuses: Map<string, Map<number, number>>; unanswered: string[]; slow: number; unprepared: string[] }
/** Answers to give in place of the service's own, to see that the fuzzer would notice. */
export type Spoiled = { [operation: string]: { status: number; type: string; body: string } }
export type Gateway = { url: string; passed: Passed; close: () => Promise<void> }

// Longer than anything here takes on a machine with other work: what has no answer by then has none.
export const answerTimeoutMs = 60_000
const slowAfterMs = 10_000
// The rest keep the ids the fuzzer chose: those that exist nowhere, or are no ids.
const keptOneIn = 5
// Of four requests of an operation one is made such that it can be done, and one has what it needs among what the fuzzer chose.
// The first of all is done, since some operations are asked once.
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

/** The number a path part would be read as: `07` and `%37` name the same thing as `7`. */
const numberIn = (part: string): number => Number(decoded(part))

/** The one that stands, except to be deleted: the fuzzer finds its name in answers, and without it no group could be reached. */
const aimAtEmbedTenant = (route: Route, value: string, { embedTenantName }: Stand, isKept: boolean): string => {
  if (route.id !== 'deleteEmbedTenant') return isKept ? value : embedTenantName
  return decoded(value) === embedTenantName ? 'stand-nowhere' : value
}

type PooledParam = (typeof pooledParams)[number]
const isPooled = (name: string): name is PooledParam => pooledParams.includes(name as PooledParam)

/** The same address with ids of things that exist; what an operation deletes is made for it first. */
const aim = async (
  route: Route,
  values: string[],
  stand: Stand,
  isKept: boolean,
  isReserved: (id: number) => boolean,
): Promise<string[]> => {
  // A user that is changed may lose the role the fuzzer itself stands on, so that too is done to fresh ones.
  const isDeleting = route.id.startsWith('delete') || route.id === 'updateUser'
  const pool: Pool = isDeleting ? stand.fresh : stand.standing
  const aimed = [...values]
  for (const [index, name] of route.names.entries()) {
    const value = values[index] ?? ''
    // What prepared requests stand on is written by no others.
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

/** The query with what was prepared, and with nothing else when the request is to be done for certain. */
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

export type GatewayOptions = { spoiled?: Spoiled; prepared?: PreparedRequests }

/** Stands between the fuzzer and the service, so that its requests meet things that exist and every answer is counted. */
export const startGateway = async (serviceUrl: string, stand: Stand, { spoiled = {}, prepared }: GatewayOptions = {}): Promise<Gateway> => {
  const passed: Passed = { statuses: new Map(), unanswered: [], slow: 0, unprepared: [] }
  const turns = new Map<string, number>()

  const count = (operation: string, status: number): void => {
    const counts = passed.statuses.get(operation) ?? new Map<number, number>()
    counts.set(status, (counts.get(status) ?? 0) + 1)
    passed.statuses.set(operation, counts)
  }

  const takeTurn = (id: OperationId): number => {
    const turn = turns.get(id) ?? 0
    turns.set(id, turn + 1)
    return turn
  }

  /** Again where it met settings that the fuzzer has just changed. */
  const prepare = async (id: OperationId, attempt = 1): Promise<Prepared | undefined> => {
    try {
      return await prepared?.of[id]?.()
    } catch (error) {
      if (attempt === maxAttempts) throw error
      await stand.restoreSettings()
      return prepare(id, attempt + 1)
    }
  }

  const isReserved = (id: number): boolean => prepared?.isReserved(id) ?? false
  const aimed = async (method: string, url: string): Promise<Aimed> => {
    const route = routes.find((one) => one.method === method && one.form.test(url))
    if (!route) return { path: url, operation: 'none', isBare: false }
    const [matched = '', ...values] = route.form.exec(url) ?? []
    const query = url.slice(matched.length)
    const turn = takeTurn(route.id)
    const isBare = turn % preparedTurns === bareTurn
    const ready = isBare || turn % preparedTurns === mixedTurn ? await prepare(route.id) : undefined
    const found = await aim(route, values, stand, !ready && turn % keptOneIn === keptOneIn - 1, isReserved)
    if (!ready) return { path: pathOf(route.id, found, query), operation: route.id, isBare }
    const named = route.names.map((name, place) => encodeURIComponent(String(ready.params?.[name] ?? decoded(found[place] ?? '') ?? '')))
    return { path: pathOf(route.id, named, queryWith(query, ready.query ?? {}, isBare)), operation: route.id, prepared: ready, isBare }
  }

  /** An answer as the fuzzer is to see it; none where the service gave none in time. */
  const ask = async (exchange: HttpExchange, { path, operation, prepared: ready, isBare }: Aimed): Promise<HttpAnswer | undefined> => {
    const body = ready?.body === undefined ? undefined : bodyWith(exchange.body, ready.body, isBare)
    const headers = withHeaders(exchange.rawHeaders, ready?.headers, body)
    const startedMs = performance.now()
    try {
      const answer = await exchange.forward({ url: path, headers, ...(body ? { body } : {}), timeoutMs: answerTimeoutMs })
      if (performance.now() - startedMs > slowAfterMs) passed.slow++
      const other = spoiled[operation]
      count(operation, other?.status ?? answer.status)
      return other ? { status: other.status, headers: { 'content-type': other.type }, body: Buffer.from(other.body) } : answer
    } catch (error) {
      passed.unanswered.push(`${operation} after ${Math.round(performance.now() - startedMs)} ms: ${String(error)}`)
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
      passed.unprepared.push(`${exchange.method} ${exchange.url}: ${String(error)}`)
      exchange.cut()
    }
  })
  return { url, passed, close }
}
