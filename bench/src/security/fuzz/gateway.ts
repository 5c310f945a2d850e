import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OperationId, type OperationShape, operations } from '@facet/contract'
import type { Pool, Stand } from './stand.ts'

/** What went through: statuses by operation, and requests that got no answer. */
export type Passed = { statuses: Map<string, Map<number, number>>; unanswered: number; total: number }
/** Answers to give in place of the service's own, to see that the fuzzer would notice. */
export type Spoiled = { [operation: string]: { status: number; type: string; body: string } }
export type Gateway = { url: string; passed: Passed; close: () => Promise<void> }

const answerTimeoutMs = 10_000
// The rest keep the ids the fuzzer chose: those that exist nowhere, or are no ids.
const keptOneIn = 5

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

const pooled = ['apiKeyId', 'serviceAccountId', 'userId', 'groupId', 'userAttributeId'] as const
const isPooled = (name: string): name is (typeof pooled)[number] => pooled.includes(name as (typeof pooled)[number])

/** The same address with ids of things that exist; what an operation deletes is made for it first. */
const aim = async (route: Route, values: string[], stand: Stand, isKept: boolean): Promise<string[]> => {
  // A user that is changed may lose the role the fuzzer itself stands on, so that too is done to fresh ones.
  const isDeleting = route.id.startsWith('delete') || route.id === 'updateUser'
  const pool: Pool = isDeleting ? stand.fresh : stand.standing
  const aimed = [...values]
  for (const [index, name] of route.names.entries()) {
    const value = values[index] ?? ''
    const isMoved = isId(value) && !isKept
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

/** Stands between the fuzzer and the service, so that its requests meet things that exist and every answer is counted. */
export const startGateway = async (target: string, stand: Stand, spoiled: Spoiled = {}): Promise<Gateway> => {
  const passed: Passed = { statuses: new Map(), unanswered: 0, total: 0 }
  const { hostname, port } = new URL(target)

  const count = (operation: string, status: number): void => {
    const counts = passed.statuses.get(operation) ?? new Map<number, number>()
    counts.set(status, (counts.get(status) ?? 0) + 1)
    passed.statuses.set(operation, counts)
  }

  const pathFor = async (method: string, url: string): Promise<{ path: string; operation: string }> => {
    const route = routes.find((one) => one.method === method && one.form.test(url))
    if (!route) return { path: url, operation: 'none' }
    const [matched = '', ...values] = route.form.exec(url) ?? []
    const aimed = await aim(route, values, stand, passed.total % keptOneIn === 0)
    let place = 0
    const path = operations[route.id].path.replaceAll(/\{\w+\}/g, () => aimed[place++] ?? '')
    return { path: `${path}${url.slice(matched.length)}`, operation: route.id }
  }

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    passed.total++
    const { path, operation } = await pathFor(request.method ?? 'GET', request.url ?? '/')
    const options = { hostname, port, method: request.method, path, headers: request.rawHeaders, timeout: answerTimeoutMs }
    const onward = forward(options, (answer) => {
      count(operation, answer.statusCode ?? 0)
      const other = spoiled[operation]
      if (other) {
        answer.resume()
        response.writeHead(other.status, { 'content-type': other.type }).end(other.body)
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('timeout', () => onward.destroy(new Error('No answer in time.')))
    onward.on('error', () => {
      passed.unanswered++
      response.destroy()
    })
    request.pipe(onward)
  }

  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
