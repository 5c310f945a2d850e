import { operations, type OperationShape } from '@facet/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, failureOf, givenKey, useServer } from '#test'

const server = useServer('shared')

// Every request is refused before anything is changed, so all of them can be about one tenant.
let nobody: Actor
let ofOneDeployment: Actor
let ofOneEmbedTenant: Actor
beforeAll(async () => {
  const owner = await server.admin()
  nobody = await server.colleague(owner, {})
  ofOneDeployment = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })
  ofOneEmbedTenant = await givenKey(server, owner, { embedTenants: ['storefront'] })
})
const all: OperationShape[] = Object.values(operations)
/** Sends well-formed ids in the path, and a body that is not valid JSON. */
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

describe('a caller without permission', () => {
  it.each(all.filter(({ action, credentials }) => action !== null && credentials.includes('api_key')).map((one) => [one.id, one] as const))(
    'is refused by %s before its input is validated',
    async (_, operation) => {
      expect(await sendMisshapen(operation, nobody)).toEqual({ status: 403, code: 'forbidden' })
    },
  )

  it.each(all.filter(({ reach }) => reach === 'deployment').flatMap((one) => (one.credentials.length > 0 ? [[one.id, one] as const] : [])))(
    'is refused by %s on a deployment outside of the scope of the key before its input is validated',
    async (_, operation) => {
      expect(await sendMisshapen(operation, ofOneDeployment)).toEqual({ status: 403, code: 'outside_key_scope' })
    },
  )

  it.each(all.filter(({ path }) => path.includes('{embedTenantName}')).map((one) => [one.id, one] as const))(
    'is refused by %s in an embed tenant outside of the scope of the key before its input is validated',
    async (_, operation) => {
      expect(await sendMisshapen(operation, ofOneEmbedTenant, { embedTenantName: 'backoffice' })).toEqual(failureOf('outside_key_scope'))
    },
  )
})

describe('a refused write in the trail', () => {
  it('names what it was aimed at', async () => {
    const admin = await server.admin()
    const scoped = await server.colleague(admin, { role: 'Admin', scope: { deploymentIds: [admin.deploymentId] } })

    await server.request(scoped, '/api/v1/service-accounts/4711', { method: 'DELETE' })

    const { items } = await admin.api.listAuditLogs({ query: { outcome: 'refused' } })
    expect(items).toMatchObject([{ operation: 'deleteServiceAccount', targetKind: 'service_account', targetId: '4711' }])
  })

  it('does not keep a key that was pasted where an id belongs', async () => {
    const admin = await server.admin()
    const scoped = await server.colleague(admin, { role: 'Admin', scope: { deploymentIds: [admin.deploymentId] } })

    const answer = await server.request(scoped, `/api/v1/service-accounts/${admin.key}`, { method: 'DELETE' })

    expect(answer.status).toBe(403)
    const { items } = await admin.api.listAuditLogs({ query: { outcome: 'refused' } })
    expect(items).toMatchObject([{ operation: 'deleteServiceAccount', targetId: null, failureCode: 'outside_key_scope' }])
  })
})
