import { type ApiKeyScope, type OperationId, type OperationShape, operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { reachesPath, reachesSession, reachOf } from './reach.ts'

const all: OperationShape[] = Object.values(operations)

/** Every choice there is in each dimension, nothing first. */
const choices = {
  deploymentIds: [undefined, [7], [7, 8], []],
  embedTenants: [undefined, ['acme'], ['acme', 'globex'], []],
  tenantWide: [undefined, true],
  preset: [undefined, 'read-only', 'mint-only'],
  operations: [undefined, ['getDeployment', 'generateSession', 'listEmbedUsers', 'listUsers']],
  origins: [undefined, ['https://app.example.com']],
} satisfies { [Name in keyof Required<ApiKeyScope>]: unknown[] }

const scopes = Object.entries(choices).reduce<ApiKeyScope[]>(
  (made, [name, values]) => made.flatMap((scope) => values.map((value) => (value === undefined ? scope : { ...scope, [name]: value }))),
  [{}],
)

/** Everything a key can be told about: operations on either of two deployments and embed tenants, and sessions in them. */
const everythingOf = (scope: ApiKeyScope): Set<string> => {
  const reach = reachOf(scope)
  const reached = all.flatMap((operation) =>
    ['7', '8'].flatMap((deploymentId) =>
      ['acme', 'globex', undefined].flatMap((embedTenantName) =>
        reach.includes(operation) && reachesPath(reach, operation, { deploymentId, embedTenantName })
          ? [`${operation.id} ${deploymentId} ${embedTenantName}`]
          : [],
      ),
    ),
  )
  const sessions = [7, 8].flatMap((id) =>
    ['acme', 'globex', null].filter((name) => reachesSession(reach, id, name)).map((name) => `session ${id} ${name}`),
  )
  return new Set([...reached, ...sessions, ...(reach.sessions.isExternalOnly ? [] : ['internal users'])])
}

describe('the reach of a key', () => {
  it('never grows by one more limit, whichever others there are, and never shrinks by tenantWide', () => {
    expect(scopes).toHaveLength(4 * 4 * 2 * 3 * 2 * 2)
    for (const scope of scopes) {
      const reached = everythingOf(scope)
      for (const name of Object.keys(scope) as (keyof ApiKeyScope)[]) {
        const { [name]: _, ...wider } = scope
        const without = everythingOf(wider)
        const [narrow, wide] = name === 'tenantWide' ? [without, reached] : [reached, without]
        expect([...narrow].filter((one) => !wide.has(one))).toEqual([])
      }
    }
  })

  it.each<[string, ApiKeyScope, Partial<Record<'tenant' | 'd7' | 'd8' | 'acme' | 'globex', boolean>>]>([
    ['nothing', {}, { tenant: true, d7: true, d8: true, acme: true, globex: true }],
    ['nulls', { deploymentIds: null, embedTenants: null }, { tenant: true, d7: true, d8: true, acme: true, globex: true }],
    ['a deployment', { deploymentIds: [7] }, { d7: true }],
    ['no deployment', { deploymentIds: [] }, {}],
    ['an embed tenant', { embedTenants: ['acme'] }, { acme: true }],
    ['both', { deploymentIds: [7], embedTenants: ['acme'] }, {}],
    ['a deployment, and the tenant', { deploymentIds: [7], tenantWide: true }, { tenant: true, d7: true, acme: true, globex: true }],
    ['an embed tenant, and the tenant', { embedTenants: ['acme'], tenantWide: true }, { tenant: true, d7: true, d8: true, acme: true }],
    ['all three', { deploymentIds: [7], embedTenants: ['acme'], tenantWide: true }, { tenant: true, d7: true, acme: true }],
    ['operations only', { operations: ['getDeployment'] }, { tenant: true, d7: true, d8: true, acme: true, globex: true }],
  ])('that names %s', (_, scope, expected) => {
    const reach = reachOf(scope)
    const may = (id: OperationId, params: Record<string, string> = {}) => reachesPath(reach, operations[id], params)

    expect({
      tenant: may('listUsers'),
      d7: may('getDeployment', { deploymentId: '7' }),
      d8: may('getDeployment', { deploymentId: '8' }),
      acme: may('listEmbedUsers', { embedTenantName: 'ACME' }),
      globex: may('listEmbedUsers', { embedTenantName: 'globex' }),
    }).toEqual({ tenant: false, d7: false, d8: false, acme: false, globex: false, ...expected })
  })

  it('is no operation at all under a dimension this build does not know', () => {
    const reach = reachOf({ hours: ['9-17'] } as ApiKeyScope)

    expect(all.filter((operation) => reach.includes(operation)).map(({ id }) => id)).toEqual(['getCurrentUser'])
  })

  it.each<[string, ApiKeyScope, OperationId, boolean]>([
    ['nothing said', {}, 'createApiKey', true],
    ['the operation named', { operations: ['getDeployment'] }, 'getDeployment', true],
    ['another operation named', { operations: ['getDeployment'] }, 'getDeployments', false],
    ['no operation named', { operations: [] }, 'getDeployment', false],
    ['any list, asked who is calling', { operations: [] }, 'getCurrentUser', true],
    ['the preset for reading', { preset: 'read-only' }, 'getDeployment', true],
    ['the preset for reading, asked to write', { preset: 'read-only' }, 'deleteDeployment', false],
    ['the preset for reading, asked for secrets', { preset: 'read-only' }, 'getEnvVariables', false],
    ['the preset for minting', { preset: 'mint-only' }, 'getDeployments', false],
    ['the preset for minting, asked who is calling', { preset: 'mint-only' }, 'getCurrentUser', true],
    ['a preset and a list that both hold it', { preset: 'read-only', operations: ['getDeployment'] }, 'getDeployment', true],
    ['a list that goes beyond its preset', { preset: 'read-only', operations: ['deleteDeployment'] }, 'deleteDeployment', false],
  ])('to operations, with %s', (_, scope, operation, isInside) => {
    expect(reachOf(scope).includes(operations[operation])).toBe(isInside)
  })
})
