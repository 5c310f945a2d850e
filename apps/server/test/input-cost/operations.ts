import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { pathOf } from '../authorization-matrix/requests.ts'
import { matrixOperations, targetsOf } from '../authorization-matrix/targets.ts'
import { blockedBeyond } from './blocked-time.ts'
import type { InputCaller } from './callers.ts'
import { bodyOfTexts, largeBodies, shapes, texts } from './large-bodies.ts'
import type { ReadingServer } from './reading-server.ts'

const maxBlockedMs = 50
const queryBytes = 12_000
const defaultBodyBytes = 1_048_576

/** The same for each megabyte: what an operation does with a body may take time in proportion to it. */
const maxBlockedMsFor = (bytes: number): number => maxBlockedMs * Math.ceil(bytes / defaultBodyBytes)

type Sent = { url: string; method: string; headers: Record<string, string | number>; body?: Buffer }

const send = ({ url, method, headers, body }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      buffer(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })

const headersOf = ({ headers, apiKey, embedToken }: InputCaller, { credentials, idempotency }: OperationShape, key: string) => ({
  ...headers,
  ...(credentials.length === 0 ? {} : { authorization: `Bearer ${credentials.includes('api_key') ? apiKey : embedToken}` }),
  ...(idempotency ? { 'idempotency-key': key.replaceAll(' ', '-') } : {}),
})

/** Operations with a JSON body. */
export const withBody = matrixOperations.filter((id) => {
  const { body, isMultipart }: OperationShape = operations[id]
  return body !== undefined && !isMultipart
})

/** Reads that answer at once. */
export const reads = matrixOperations.filter((id) => {
  const { method, isHeldOpen }: OperationShape = operations[id]
  return method === 'GET' && !isHeldOpen
})

/** One operation of each body schema and limit. */
export const oneOfEachBody = [
  ...Map.groupBy(withBody, (id) => {
    const { body, bodyLimitBytes }: OperationShape = operations[id]
    return JSON.stringify([body, bodyLimitBytes])
  }).values(),
].flatMap(([id]) => id ?? [])

export type Found = { shape: string; bytes: number; status: number; blockedMs: number }

const bodiesOf = (operation: OperationShape, base: object, limit: number): [shape: string, body: string][] => [
  ...shapes.flatMap((shape) => largeBodies(operation, shape, base, limit).map((body): [string, string] => [shape, body])),
  ...Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    const body = bodyOfTexts(operation, text, base, limit)
    return body === undefined ? [] : [[name, body]]
  }),
]

type Target = { operation: OperationShape; path: string; base: object }

/** An operation on the caller's own resources, as far as its path and body name some. */
const targetOf = ({ fixture, named }: InputCaller, id: OperationId): Target => {
  const operation: OperationShape = operations[id]
  const [target] = targetsOf(id, fixture)
  if (!target) throw new Error(`${id} has no target.`)
  const { body } = operation
  const fields = body && 'properties' in body ? Object.keys(body.properties as object) : []
  const base = Object.fromEntries(fields.flatMap((field) => (Object.hasOwn(named, field) ? [[field, named[field]]] : [])))
  return {
    operation,
    path: pathOf(operation, { ...target, params: { ...named, ...target.params } }),
    base: { ...base, ...target.body },
  }
}

type Limits = { maxBytes: number; reading: ReadingServer }

/** Sends one body, and returns it if it blocks the event loop for too long. */
const findSlow = async (
  caller: InputCaller,
  { operation, path }: Target,
  [shape, body]: [string, string],
  reading: ReadingServer,
): Promise<Found[]> => {
  const bytes = Buffer.from(body)
  const sized = { 'content-type': 'application/json', 'content-length': bytes.length }
  const statuses: number[] = []
  const sendBody = async (): Promise<void> => {
    const headers = { ...headersOf(caller, operation, `${shape} ${bytes.length} ${statuses.length}`), ...sized }
    statuses.push(await send({ url: `${caller.url}${path}`, method: operation.method, headers, body: bytes }))
  }
  const read = () => send({ url: reading.url, method: 'POST', headers: sized, body: bytes })
  const maxMs = maxBlockedMsFor(bytes.length)
  const blockedMs = await blockedBeyond(read, sendBody, maxMs)
  return blockedMs > maxMs ? [{ shape, bytes: bytes.length, status: statuses[0] ?? 0, blockedMs: Math.round(blockedMs) }] : []
}

/** Sends the largest bodies of every shape, and returns those that block the event loop for too long. */
export const slowBodies = async (caller: InputCaller, id: OperationId, { maxBytes, reading }: Limits): Promise<Found[]> => {
  const target = targetOf(caller, id)
  const limit = Math.min(maxBytes, Math.max(target.operation.bodyLimitBytes ?? 0, defaultBodyBytes))
  const slow: Found[] = []
  for (const body of bodiesOf(target.operation, target.base, limit)) slow.push(...(await findSlow(caller, target, body, reading)))
  return slow
}

const parameters = (known: readonly string[]): string => {
  const names = known.length > 0 ? known : ['parameter']
  let query = ''
  for (let index = 0; query.length < queryBytes; index++) query += `&${names[index % names.length]}${index % 3 === 0 ? '' : index}=${index}`
  return query.slice(1)
}

/** Sends query parameters of 12 kB, known names repeated and unknown ones. Returns them if they block the event loop longer than none. */
export const slowQuery = async (caller: InputCaller, id: OperationId): Promise<Found[]> => {
  const { operation, path } = targetOf(caller, id)
  const query = parameters(Object.keys(operation.query?.properties ?? {}))
  const headers = headersOf(caller, operation, 'query')
  const get = (from: string) => send({ url: `${caller.url}${from}`, method: 'GET', headers })
  const statuses: number[] = []
  const sendQuery = async (): Promise<void> => void statuses.push(await get(`${path.split('?')[0]}?${query}`))
  const blockedMs = await blockedBeyond(() => get(path), sendQuery, maxBlockedMs)
  return blockedMs > maxBlockedMs
    ? [{ shape: 'query', bytes: query.length, status: statuses[0] ?? 0, blockedMs: Math.round(blockedMs) }]
    : []
}
