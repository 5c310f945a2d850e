import { type OperationShape, operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { type Actor, givenKey, useServer } from '#test'

const server = useServer()

const all: OperationShape[] = Object.values(operations)

/** The operation with an id in its path that can be one, and a body that is none. */
const sendMisshapen = async ({ path, method, body, isMultipart }: OperationShape, actor: Actor, inPath: Record<string, string> = {}) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '999999999')
  const unreadable = body && method !== 'GET' && !isMultipart ? { body: '{"neither": ' } : {}
  const response = await fetch(`${server.url()}${filled}?first=none&branchName=%00`, {
    method,
    headers: { ...actor.headers, authorization: `Bearer ${actor.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...unreadable,
  })
  return { status: response.status, code: ((await response.json()) as { code: string }).code }
}

describe('who may not call an operation', () => {
  it.each(all.filter(({ action, credentials }) => action !== null && credentials.includes('api_key')).map((one) => [one.id, one] as const))(
    'learns nothing from the validation of %s',
    async (_, operation) => {
      const owner = await server.admin()
      const nobody = await server.colleague(owner, {})

      expect(await sendMisshapen(operation, nobody)).toEqual({ status: 403, code: 'forbidden' })
    },
  )

  it.each(all.filter(({ reach }) => reach === 'deployment').flatMap((one) => (one.credentials.length > 0 ? [[one.id, one] as const] : [])))(
    'learns nothing from the validation of %s on a deployment its key is not for',
    async (_, operation) => {
      const owner = await server.admin()
      const narrow = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })

      expect(await sendMisshapen(operation, narrow)).toEqual({ status: 403, code: 'outside_key_scope' })
    },
  )

  it.each(all.filter(({ path }) => path.includes('{embedTenantName}')).map((one) => [one.id, one] as const))(
    'learns nothing from the validation of %s in an embed tenant its key is not for',
    async (_, operation) => {
      const owner = await server.admin()
      const narrow = await givenKey(server, owner, { embedTenants: ['storefront'] })

      expect(await sendMisshapen(operation, narrow, { embedTenantName: 'backoffice' })).toEqual({ status: 403, code: 'outside_key_scope' })
    },
  )
})
