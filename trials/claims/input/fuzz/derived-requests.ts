import type { Client } from '@facet/client'
import type { OperationId, OperationShape } from '@facet/contract'
import type { Prepare, PreparedRequests } from './prepared-request.ts'
import { pooledParams } from './stand.ts'

/** Path parameters that the gateway replaces itself. */
const known = new Set<string>(['deploymentId', 'embedTenantName', 'name', ...pooledParams])

const unknownIn = ({ path }: OperationShape): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').filter((name) => !known.has(name))

const collectionOf = ({ path }: OperationShape, param: string): string => path.slice(0, path.indexOf(`/{${param}}`))

type Fixture = { api: Client; deploymentId: () => Promise<number>; embedTenantName: string; next: () => string }
type Creating = (input: { params: Record<string, unknown>; body: unknown }) => Promise<Record<string, unknown>>

/** Creates the resource of a path with the operation that creates such resources, its example and a unique name. */
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

/** Prepares requests whose path has another parameter: creates its resource with the POST operation on the parent path. */
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
