import type { Client } from '@facet/client'
import type { OperationId, OperationShape } from '@facet/contract'
import type { Prepare, PreparedRequests } from './prepared-request.ts'
import { pooledParams } from './stand.ts'

/** What the gateway finds for a path by itself: see `aim`. */
const known = new Set<string>(['deploymentId', 'embedTenantName', 'name', ...pooledParams])

const unknownIn = ({ path }: OperationShape): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').filter((name) => !known.has(name))

const collectionOf = ({ path }: OperationShape, param: string): string => path.slice(0, path.indexOf(`/{${param}}`))

type Fixture = { api: Client; deploymentId: () => Promise<number>; embedTenantName: string; next: () => string }
type Creating = (input: { params: Record<string, unknown>; body: unknown }) => Promise<Record<string, unknown>>

/** Makes what a path names, by the operation that makes such things, with its example and a name that is nobody else's. */
const prepareBy = (creator: OperationShape, param: string, { api, deploymentId, embedTenantName, next }: Fixture): Prepare => {
  const create = api[creator.id as keyof Client] as unknown as Creating
  const isIn = (name: string): boolean => creator.path.includes(`{${name}}`)
  return async () => {
    const params = {
      ...(isIn('deploymentId') ? { deploymentId: await deploymentId() } : {}),
      ...(isIn('embedTenantName') ? { embedTenantName } : {}),
    }
    const example = creator.example.body as Record<string, unknown> | undefined
    const body = typeof example?.['name'] === 'string' ? { ...example, name: `stand-${next()}` } : example
    const made = await create({ params, body })
    const value = made[param] ?? (param.endsWith('Id') ? made['id'] : made['name'])
    if (typeof value !== 'number' && typeof value !== 'string') throw new Error(`${creator.id} answered no value for {${param}}.`)
    return { params: { ...params, [param]: value } }
  }
}

/**
 * Requests of the operations whose path names something that the gateway does not know, and that prepared.ts does not prepare: what
 * they name is made by the operation that is POST on the path before it.
 */
export const deriveRequests = (operations: OperationShape[], prepared: PreparedRequests['of'], ground: Fixture): PreparedRequests['of'] =>
  Object.fromEntries(
    operations.flatMap((operation) => {
      const [param, ...others] = unknownIn(operation)
      if (param === undefined || prepared[operation.id as OperationId]) return []
      const collection = collectionOf(operation, param)
      const creator = operations.find(({ method, path }) => method === 'POST' && path === collection)
      if (!creator || others.length > 0)
        throw new Error(
          `The trial "security fuzz" cannot prepare a request of ${operation.id}: no operation POST ${collection} makes what {${param}} names${others.length > 0 ? `, or {${others.join('}, {')}}` : ''}. Add "${operation.id}" to prepareRequests in trials/claims/input/fuzz/prepared.ts.`,
        )
      return [[operation.id, prepareBy(creator, param, ground)]]
    }),
  )
