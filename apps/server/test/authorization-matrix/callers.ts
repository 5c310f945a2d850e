import { type Action, type ApiKeyScope, type DefaultRole, presets } from '@facet/contract'
import { givenKey } from '../given.ts'
import { givenCreator, givenFrame } from '../given-content.ts'
import { givenDataToken } from '../given-environment.ts'
import { signedBySecret } from '../given-data-api.ts'
import type { TestServer } from '../server.ts'
import { setVariables } from '../variables.ts'
import type { Fixture } from './tenants.ts'

/** A caller as the expected outcome depends on it. Key scopes name parts of the tenant; `callersOf` replaces the parts with ids. */
export type Caller = {
  label: string
  key: string | undefined
  origin?: string
} & (
  | { kind: 'invalid' }
  | { kind: 'embed'; actions: readonly Action[] }
  | { kind: 'api_key'; role: DefaultRole | null; isOnOwnDeployments: boolean; scope: Scope }
)

/** A key scope whose deployments and embed tenants are those of the part `own`. */
export type Scope = Pick<ApiKeyScope, 'preset' | 'operations' | 'tenantWide' | 'origins'> & { onDeployments?: true; onEmbedTenants?: true }

const homeOrigin = 'https://home.example.com'

const scopes: Record<string, Scope> = {
  'scoped to deployments': { onDeployments: true },
  'scoped to embed tenants': { onEmbedTenants: true },
  'scoped to both': { onDeployments: true, onEmbedTenants: true },
  'scoped to deployments, tenant-wide': { onDeployments: true, tenantWide: true },
  'scoped to embed tenants, tenant-wide': { onEmbedTenants: true, tenantWide: true },
  'preset mint-only': { preset: 'mint-only' },
  'preset ci': { preset: 'ci' },
  'preset read-only': { preset: 'read-only' },
  'scoped to operations': { operations: ['getDeployment', 'updateDeployment', 'listUsers'] },
  'scoped to another origin': { origins: [homeOrigin] },
}

/** Every combination of limits. Keys with origins are used from one of them. */
const combinedScopes = (): Record<string, Scope> => {
  const limits: Record<string, Scope>[] = [
    { deployments: { onDeployments: true } },
    { 'embed tenants': { onEmbedTenants: true } },
    { 'tenant-wide': { tenantWide: true } },
    { operations: { operations: ['createApiKey', 'getDeployment', 'listEmbedSessions', 'listUsers', 'updateDeployment'] } },
    { origin: { origins: [homeOrigin] } },
    Object.fromEntries(presets.map((preset) => [preset, { preset }])),
  ]
  return limits.reduce<Record<string, Scope>>(
    (combined, choices) => ({
      ...combined,
      ...Object.fromEntries(
        Object.entries(combined).flatMap(([label, scope]) =>
          Object.entries(choices).map(([name, limit]) => [`${label} ${name},`, { ...scope, ...limit }]),
        ),
      ),
    }),
    { 'limited to': {} },
  )
}

const isNightly = process.env['FACET_NIGHTLY'] === '1'

// The actions of embed tokens are fixed. They are written out here a second time, like the table of permissions.
const viewerActions: readonly Action[] = ['DeploymentRead', 'EmbedDeploymentRead', 'EmbedDashboardRead']
const contentActions: readonly Action[] = [
  'AIBIView',
  'FolderRead',
  'FolderEdit',
  'FolderManage',
  'ReportRead',
  'ReportEdit',
  'ReportManage',
  'WorkbookRead',
  'WorkbookEdit',
  'WorkbookManage',
]

const apiSecret = 'a deployment secret that is long enough for a signature'

const invalidCredentials = async (server: TestServer, { owner, foreigner, own }: Fixture): Promise<Record<string, string | undefined>> => {
  const inOwn = { ...owner, deploymentId: own.deploymentId }
  const expired = await server.colleague(owner, { role: 'Admin', expiresAt: new Date(Date.now() - 60_000) })
  const deleted = await givenKey(server, owner)
  await owner.api.deleteApiKey({ params: { apiKeyId: deleted.keyId } })
  const frame = await givenFrame(server, inOwn, { externalId: 'revoked-viewer' })
  await owner.api.revokeEmbedSessions({ body: { externalId: 'revoked-viewer' } })
  await setVariables(inOwn, { name: 'CUBEJS_API_SECRET', value: apiSecret })
  return {
    'no credential': undefined,
    'unknown key': `sk-${'x'.repeat(43)}`,
    'expired key': expired.key,
    'deleted key': deleted.key,
    'key of another tenant': foreigner.key,
    'revoked embed token': frame.key,
    'embed token of another tenant': (await givenFrame(server, foreigner)).key,
    'deployment JWT': signedBySecret({ user: 'ada' }, apiSecret),
    'data token': await givenDataToken(inOwn),
  }
}

/** One caller of every kind, all on the host of the tenant `own`. */
export const callersOf = async (server: TestServer, fixture: Fixture): Promise<Caller[]> => {
  const { owner, own } = fixture
  const { deploymentId, embedTenantName } = own
  const inOwn = { ...owner, deploymentId }
  const ownDeployments = [deploymentId, own.spareDeploymentId]
  const keyCaller = async (
    label: string,
    role: DefaultRole | null,
    options: { scope?: Scope; isOnOwnDeployments?: true; origin?: string } = {},
  ) => {
    const { onDeployments, onEmbedTenants, ...scope } = options.scope ?? {}
    const { key } = await server.colleague(owner, {
      ...(role ? { role } : {}),
      ...(options.isOnOwnDeployments ? { deploymentIds: ownDeployments } : {}),
      scope: {
        ...scope,
        ...(onDeployments ? { deploymentIds: ownDeployments } : {}),
        ...(onEmbedTenants ? { embedTenants: [embedTenantName, own.spareEmbedTenantName] } : {}),
      },
    })
    const caller: Caller = {
      label,
      key,
      kind: 'api_key',
      role,
      scope: options.scope ?? {},
      isOnOwnDeployments: options.isOnOwnDeployments === true,
    }
    return options.scope?.origins ? { ...caller, origin: options.origin ?? 'https://elsewhere.example.com' } : caller
  }
  const invalid = Object.entries(await invalidCredentials(server, fixture))
  const creator = await givenCreator(server, inOwn, { embedTenantName, externalId: 'creator' })
  const viewer = await givenFrame(server, inOwn, { embedTenantName, externalId: 'viewer' })
  const callers: Caller[] = [
    ...invalid.map(([label, key]): Caller => ({ label, key, kind: 'invalid' })),
    { label: 'embed token', key: viewer.key, kind: 'embed', actions: viewerActions },
    { label: 'embed token of a creator', key: creator.key, kind: 'embed', actions: [...viewerActions, ...contentActions] },
  ]
  for (const role of ['Admin', 'Developer', 'Explorer', 'Viewer'] as const) callers.push(await keyCaller(role, role))
  callers.push(await keyCaller('no role', null))
  for (const role of ['Admin', 'Viewer'] as const)
    callers.push(await keyCaller(`${role} of some deployments`, role, { isOnOwnDeployments: true }))
  for (const [label, scope] of Object.entries(scopes)) callers.push(await keyCaller(`Admin key ${label}`, 'Admin', { scope }))
  if (isNightly)
    for (const [label, scope] of Object.entries(combinedScopes()))
      callers.push(await keyCaller(`Admin key ${label}`, 'Admin', { scope, origin: homeOrigin }))
  return callers
}

/** Whether the outcome depends on the part of the tenant that a request names. */
export const isLimited = (caller: Caller): boolean =>
  caller.kind === 'embed' ||
  (caller.kind === 'api_key' && (caller.isOnOwnDeployments || caller.scope.onDeployments === true || caller.scope.onEmbedTenants === true))
