import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { type WhoMay, whoMay } from '@facet/contract/who-may'
import { describe, expect, it } from 'vitest'
import type { Targets } from './call.ts'
import { callsOn } from './calls.ts'
import { deriveCalls, problemOf } from './derived-calls.ts'
import { specialCalls } from './special-calls.ts'

const targets: Targets = {
  pair: { inside: 11, beside: 12 },
  keysToRead: [21, 22, 23, 24],
  keysToDelete: [31, 32, 33, 34],
  ids: { userId: 41, groupId: 42, userAttributeId: 43, serviceAccountId: 44 },
  embedTenants: [{ embedTenantName: 'storefront', groupId: 51, userAttributeId: 52, userId: 53 }],
  lonelyUserId: 61,
  ownKeyId: 71,
  unique: () => 'another',
}

const everyOperation = Object.values<OperationShape>(operations)

it('calls every operation that takes keys, except those that specialCalls says not to call', () => {
  const problems = everyOperation
    .filter(({ id }) => !specialCalls[id as OperationId])
    .flatMap((operation) => problemOf(operation, whoMay[operation.id as OperationId]) ?? [])
  expect(problems).toEqual([])

  const isCalled = new Set<string>(callsOn(targets).map(({ operation }) => operation))
  const isLeftOut = (id: OperationId): boolean => specialCalls[id]?.(targets).length === 0 || !whoMay[id].credentials.includes('api_key')
  expect(everyOperation.filter(({ id }) => !isCalled.has(id)).map(({ id }) => id)).toEqual(
    everyOperation.filter(({ id }) => isLeftOut(id as OperationId)).map(({ id }) => id),
  )
})

it('deletes what other calls act on after them', () => {
  const order = callsOn(targets).map(({ operation }) => operation)

  expect(order.lastIndexOf('updateUser')).toBeLessThan(order.indexOf('deleteUser'))
  expect(order.lastIndexOf('removeEmbedGroupMembers')).toBeLessThan(order.indexOf('deleteEmbedGroup'))
  expect(order.lastIndexOf('deleteEnvVariable')).toBeLessThan(order.indexOf('deleteDeployment'))
})

describe('a call that is derived', () => {
  const base = operations.getSpec as OperationShape
  const { body } = operations.createGroup
  const who = (reach: WhoMay['reach'], credentials: WhoMay['credentials'] = ['api_key']): WhoMay => ({
    ...whoMay.getSpec,
    reach,
    credentials,
  })
  const shape = (change: Partial<OperationShape>): OperationShape => ({ ...base, id: 'someOperation', ...change })

  it('acts on both deployments, with a name of its own', () => {
    const operation = shape({
      path: '/api/v1/deployments/{deploymentId}/folders',
      body,
      example: { params: { deploymentId: 1042 }, body: { name: 'First', color: 'red' }, returns: {} },
    })

    expect(deriveCalls(operation, who('deployment'), targets)).toMatchObject([
      { about: 'inside', touches: { deployment: 11, embedTenant: 'all' }, params: { deploymentId: 11 } },
      { about: 'beside', deployment: 'beside', params: { deploymentId: 12 }, body: { name: 'another', color: 'red' } },
    ])
  })

  it('acts in each embed tenant, on what was made there', () => {
    const operation = shape({ path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/x' })

    expect(deriveCalls(operation, who('embed_tenant'), targets)).toEqual([
      {
        about: 'in storefront',
        touches: { deployment: 'all', embedTenant: 'storefront' },
        params: { embedTenantName: 'storefront', groupId: 51 },
      },
    ])
  })

  it('is known to act on nothing that exists where nobody made it', () => {
    const operation = shape({ path: '/api/v1/themes/{themeId}', example: { params: { themeId: 7 }, returns: {} } })

    expect(deriveCalls(operation, who('tenant'), targets)).toMatchObject([{ params: { themeId: 7 }, isMissing: true }])
    expect(deriveCalls(shape({ path: '/api/v1/users/{userId}/x' }), who('tenant'), targets)).toEqual([
      { about: '', touches: { deployment: 'all', embedTenant: 'all' }, params: { userId: 41 } },
    ])
  })

  it('is not made where the operation takes no keys', () => {
    expect(deriveCalls(shape({}), who('session', ['embed']), targets)).toEqual([])
  })

  it.each<{ says: string; reach: WhoMay['reach']; change: Partial<OperationShape> }>([
    { says: 'its body is multipart', reach: 'deployment', change: { isMultipart: true } },
    { says: 'its example has no body', reach: 'tenant', change: { body } },
    { says: 'it acts on sessions', reach: 'session', change: {} },
    { says: 'its path names none as {embedTenantName}', reach: 'embed_tenant', change: {} },
  ])('cannot be: $says', ({ says, reach, change }) => {
    const problem = problemOf(shape(change), who(reach))

    expect(problem).toContain(says)
    expect(problem).toContain('Add "someOperation" to specialCalls in trials/claims/authorization/keys/special-calls.ts.')
    expect(() => deriveCalls(shape(change), who(reach), targets)).toThrow(says)
  })
})
