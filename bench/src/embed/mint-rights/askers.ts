import { type ApiKeyScope, type DefaultRole, defaultRoles } from '@facet/contract'
import type { Embedding } from '../../harness/embedding.ts'
import type { Pair } from '../../access/keys/credentials.ts'
import type { World } from '../../access/keys/world.ts'
import type { Asker } from './oracle.ts'

type Part = { label: string | null; scope: ApiKeyScope }

const unlimited: Part = { label: null, scope: {} }

/** Every combination of what says which sessions a key may mint; and what says whether it may at all. */
const scopes = ({ inside }: Pair): Record<string, ApiKeyScope> => {
  const dimensions: Part[][] = [
    [
      unlimited,
      { label: 'mint-only', scope: { preset: 'mint-only' } },
      { label: 'some operations', scope: { operations: ['generateSession', 'dryRunSession', 'listEmbedSessions'] } },
    ],
    [unlimited, { label: 'one deployment', scope: { deploymentIds: [inside] } }, { label: 'no deployment', scope: { deploymentIds: [] } }],
    [
      unlimited,
      { label: 'embed tenants', scope: { embedTenants: ['storefront'] } },
      { label: 'no embed tenant', scope: { embedTenants: [] } },
    ],
    [unlimited, { label: 'tenant-wide', scope: { tenantWide: true } }],
  ]
  const combinations = dimensions.reduce<Part[]>(
    (made, choices) =>
      made.flatMap((one) =>
        choices.map((choice) => ({
          label: [one.label, choice.label].filter(Boolean).join(', ') || null,
          scope: { ...one.scope, ...choice.scope },
        })),
      ),
    [unlimited],
  )
  return {
    ...Object.fromEntries(combinations.map(({ label, scope }) => [label ?? 'no scope', scope])),
    'read-only': { preset: 'read-only' },
    ci: { preset: 'ci' },
    'may do something else': { operations: ['getDeployments', 'listEmbedSessions'] },
  }
}

/** Every kind of credential, with the secrets it goes by. */
export const createAskers = async (world: World, embedding: Embedding, pair: Pair): Promise<Asker[]> => {
  const askers: Asker[] = []
  const addKey = async (
    label: string,
    role: DefaultRole | null,
    scope: ApiKeyScope,
    options: { isOnOne?: boolean; lifetimeMs?: number } = {},
  ) => {
    const owner = await world.addOwner({ label, kind: 'user', role, isOnOneDeployment: options.isOnOne ?? false }, pair)
    const lifetime = options.lifetimeMs === undefined ? {} : { lifetimeMs: options.lifetimeMs }
    const { secret, keyId } = await world.addKey(owner, { label, scope: () => scope, ...lifetime }, pair)
    const isAdministrator = role !== null && (defaultRoles[role] as readonly string[]).includes('All') && !options.isOnOne
    askers.push({ label, secret, keyId, scope, isAdministrator, kind: (options.lifetimeMs ?? 1) < 0 ? 'nobody' : 'key' })
  }
  for (const [label, scope] of Object.entries(scopes(pair))) await addKey(`Admin, ${label}`, 'Admin', scope)
  for (const role of Object.keys(defaultRoles) as DefaultRole[]) await addKey(`${role} of the tenant`, role, {})
  await addKey('no role', null, {})
  await addKey('Developer, mint-only', 'Developer', { preset: 'mint-only' })
  await addKey('Admin of one deployment', 'Admin', {}, { isOnOne: true })
  await addKey('Admin, expired', 'Admin', {}, { lifetimeMs: -1000 })
  const foreign = await world.installation.createTenant('foreign')
  const none = { keyId: 0, scope: {}, isAdministrator: false }
  askers.push({ ...none, label: 'administrator of another tenant', secret: foreign.adminKey, kind: 'nobody' })
  askers.push({ ...none, label: 'a key of nobody', secret: `sk-${'x'.repeat(43)}`, kind: 'nobody' })
  askers.push({ ...none, label: 'embed token', secret: await embedding.token(world.facet, { externalId: 'framed' }), kind: 'embed' })
  return askers
}
