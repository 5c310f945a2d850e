import { type ApiKeyScope, type CreateApiKeyInput, type OperationShape, operations, presetIncludes, presets } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { type Caller, type KeyReach, reachesSession, reachOf } from '#access'
import { Failure } from '#kernel/failure'
import { reachesPath } from '../src/access/reach.ts'
import { expiryWithin, requireOwnerWithin, scopeWithin } from '../src/domains/identity/api-keys/api-key-rules.ts'

type Wish = Omit<CreateApiKeyInput, 'name'>
type Choices<T> = { [Key in keyof T]: readonly T[Key][] }

/** Every combination of one choice of each dimension. */
const combinationsOf = <T extends object>(choices: Choices<T>): T[] =>
  Object.entries(choices as Record<string, readonly unknown[]>).reduce<object[]>(
    (combinations, [name, values]) =>
      combinations.flatMap((one) => values.map((value) => (value === undefined ? one : { ...one, [name]: value }))),
    [{}],
  ) as T[]

const home = 'https://home.example.com'
const someOperations = ['createApiKey', 'getDeployment', 'listEmbedSessions']

const makerScopes = combinationsOf<ApiKeyScope>({
  deploymentIds: [undefined, [7], []],
  embedTenants: [undefined, ['storefront'], []],
  tenantWide: [undefined, true],
  preset: [undefined, ...presets],
  operations: [undefined, someOperations],
  origins: [undefined, [home]],
})

const wishes: Wish[] = [
  {},
  { deploymentIds: null, embedTenants: null, tenantWide: null, preset: null, operations: null, origins: null, expiresAt: null },
  ...combinationsOf<Wish>({
    deploymentIds: [undefined, [7], [8], [7, 8], []],
    embedTenants: [undefined, ['storefront'], ['backoffice'], ['storefront', 'backoffice'], []],
    tenantWide: [undefined, true],
  }),
  ...presets.map((preset): Wish => ({ preset })),
  { operations: Object.keys(operations) },
  { operations: ['updateTenantSettings'] },
  { origins: [home, 'https://elsewhere.example.com'] },
  { tenantWide: true, operations: Object.keys(operations), origins: null },
]

const kindOf = (operation: OperationShape): string =>
  JSON.stringify([
    operation.reach,
    operation.path.includes('{embedTenantName}'),
    someOperations.includes(operation.id),
    presets.filter((preset) => presetIncludes(preset, operation)),
  ])

// A scope treats operations of one kind alike, so one of each kind stands for all.
const oneOfEachKind = [...new Map(Object.values<OperationShape>(operations).map((operation) => [kindOf(operation), operation])).values()]

/** Everything that a scope permits: operations on two deployments and embed tenants, the sessions in them, and origins. */
const permissionsOf = (reach: KeyReach): string[] => [
  ...oneOfEachKind
    .filter(reach.includes)
    .flatMap((operation) =>
      ['7', '8'].flatMap((deploymentId) =>
        ['storefront', 'backoffice', undefined]
          .filter((embedTenantName) => reachesPath(reach, operation, { deploymentId, embedTenantName }))
          .map((embedTenantName) => `${operation.id} on ${deploymentId} of ${embedTenantName}`),
      ),
    ),
  ...[7, 8].flatMap((id) =>
    ['storefront', 'backoffice', null].filter((name) => reachesSession(reach, id, name)).map((name) => `session on ${id} of ${name}`),
  ),
  ...(reach.sessions.isExternalOnly ? [] : ['sessions of internal users']),
  ...[home, 'https://elsewhere.example.com'].filter((origin) => reach.origins?.includes(origin) ?? true),
]

const makerWith = (scope: ApiKeyScope, part: Partial<Pick<Caller, 'grants' | 'expiresAtMs'>> = {}): Caller => ({
  tenantId: 1,
  credentialKind: 'api_key',
  credentialId: 2,
  principalId: 3,
  principalKind: 'user',
  principalName: 'ada',
  grants: [],
  scope,
  reach: reachOf(scope),
  expiresAtMs: null,
  endsAtMs: null,
  ...part,
})

/** What `make` returns, or null when it refuses to exceed the maker. */
const made = <T>(make: () => T): T | null => {
  try {
    return make()
  } catch (error) {
    if (error instanceof Failure && error.code === 'key_exceeds_creator') return null
    throw error
  }
}

describe('a new API key', () => {
  it('permits nothing that its maker does not, for every scope of the maker and every requested scope', () => {
    const escalations: unknown[] = []
    const counts = { made: 0, refused: 0 }
    for (const scope of makerScopes) {
      const maker = makerWith(scope)
      const held = new Set(permissionsOf(maker.reach))
      for (const wish of wishes) {
        const child = made(() => scopeWithin(maker, { name: 'child', ...wish }))
        counts[child ? 'made' : 'refused'] += 1
        const gained = child ? permissionsOf(reachOf(child)).filter((one) => !held.has(one)) : []
        if (gained.length > 0) escalations.push({ maker: scope, wish, gained: gained.slice(0, 3) })
      }
    }

    expect(escalations.slice(0, 10)).toEqual([])
    expect(counts.made).toBeGreaterThan(1000)
    expect(counts.refused).toBeGreaterThan(1000)
  })

  it('permits what was asked for when the maker is not limited', () => {
    for (const wish of wishes) expect(() => scopeWithin(makerWith({}), { name: 'child', ...wish })).not.toThrow()
  })

  const now = Date.parse('2026-01-01T00:00:00Z')
  const [soon, late] = ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']

  it.each<[maker: string | null, wish: string | null | undefined, expected: string | null]>([
    [null, undefined, null],
    [null, late, late],
    [soon, undefined, soon],
    [soon, null, soon],
    [soon, soon, soon],
    [soon, late, 'refused'],
    [late, soon, soon],
  ])('made by a key that expires at %s, with %s requested, expires at %s', (expiresAt, wish, expected) => {
    const maker = makerWith({}, { expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt) })
    const input = { name: 'child', ...(wish === undefined ? {} : { expiresAt: wish }) }
    const make = () => expiryWithin(maker, input, now)?.toISOString() ?? null

    if (expected === 'refused') expect(make).toThrow(expect.objectContaining({ code: 'key_exceeds_creator' }))
    else expect(make()).toBe(expected)
  })

  it.each<[held: string[], owner: string[], isRefused: boolean]>([
    [['All'], ['All'], false],
    [['DeploymentRead'], ['DeploymentRead'], false],
    [['DeploymentRead'], [], false],
    [['DeploymentRead'], ['DeploymentRead', 'SecretsManage'], true],
    [['DeploymentRead'], ['All'], true],
    [[], ['DeploymentRead'], true],
  ])('made by an owner with %j for an owner with %j is refused: %s', (actions, ownerActions, isRefused) => {
    const tenantWide = makerWith({}, { grants: [{ role: 'custom', actions, deploymentIds: null }] })
    const onOneDeployment = makerWith({}, { grants: [{ role: 'custom', actions, deploymentIds: [7] }] })

    expect(made(() => requireOwnerWithin(tenantWide, ownerActions)) === null).toBe(isRefused)
    expect(made(() => requireOwnerWithin(onOneDeployment, ownerActions)) === null).toBe(ownerActions.length > 0)
  })
})
