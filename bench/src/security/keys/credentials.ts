import { type ApiKeyScope, type DefaultRole, type OperationId, presets } from '@facet/contract'

/** Who a key belongs to: roles over the tenant, or over some of its deployments. */
export type Owner = {
  label: string
  kind: 'user' | 'service_account'
  principalId: number
  grants: { role: DefaultRole; deploymentIds: number[] | null }[]
}

export type Credential = {
  label: string
  owner: Owner
  scope: ApiKeyScope
  /** Sent as the Origin header with every call, as a browser would. */
  origin: string | null
  expiresAt: Date | null
  secret: string
  keyId: number
}

/** The deployment a scoped credential is made for, and one beside it. */
export type Pair = { inside: number; beside: number }

export type ScopePlan = { label: string; scope: (pair: Pair) => ApiKeyScope; origin?: string; lifetimeMs?: number }

const hourMs = 3_600_000
export const homeOrigin = 'https://home.example.com'

const reaches: ScopePlan[] = [
  { label: 'no scope', scope: () => ({}) },
  { label: 'one deployment', scope: ({ inside }) => ({ deploymentIds: [inside] }) },
  { label: 'one deployment, tenant-wide', scope: ({ inside }) => ({ deploymentIds: [inside], tenantWide: true }) },
  { label: 'some operations', scope: () => ({ operations: [...someOperations] }) },
]

// Of every kind: of one deployment and of the tenant, of presets and of none, and those that make keys and owners of keys.
const someOperations: OperationId[] = [
  'advanceCreationStep',
  'createApiKey',
  'createServiceAccount',
  'deleteApiKey',
  'getApiKey',
  'getDeployment',
  'getSpec',
  'listApiKeys',
  'listAuditLogs',
  'updateDeployment',
]

/** Every preset, and none, with every reach; and what else can be said of a key. */
export const scopePlans: ScopePlan[] = [
  ...reaches,
  ...presets.flatMap((preset) =>
    reaches.map(({ label, scope }): ScopePlan => ({ label: `${preset}, ${label}`, scope: (pair) => ({ ...scope(pair), preset }) })),
  ),
  { label: 'no deployment', scope: () => ({ deploymentIds: [] }) },
  { label: 'from its origin', scope: () => ({ origins: [homeOrigin] }), origin: homeOrigin },
  { label: 'from a foreign origin', scope: () => ({ origins: [homeOrigin] }), origin: 'https://elsewhere.example.com' },
  { label: 'some embed tenants', scope: () => ({ embedTenants: ['storefront', 'closing-down'] }) },
  { label: 'expires soon', scope: () => ({}), lifetimeMs: hourMs },
  { label: 'expired', scope: () => ({}), lifetimeMs: -hourMs },
]

export type OwnerPlan = { label: string; kind: Owner['kind']; role: DefaultRole | null; isOnOneDeployment?: boolean }

export const ownerPlans: OwnerPlan[] = [
  { label: 'Admin', kind: 'user', role: 'Admin' },
  { label: 'Developer', kind: 'user', role: 'Developer' },
  { label: 'Viewer', kind: 'user', role: 'Viewer' },
  { label: 'Admin of one deployment', kind: 'user', role: 'Admin', isOnOneDeployment: true },
  { label: 'service account, Admin', kind: 'service_account', role: 'Admin' },
  { label: 'Explorer', kind: 'user', role: 'Explorer' },
  { label: 'Developer of one deployment', kind: 'user', role: 'Developer', isOnOneDeployment: true },
  { label: 'nobody', kind: 'user', role: null },
  { label: 'service account, Developer', kind: 'service_account', role: 'Developer' },
  { label: 'service account, Viewer', kind: 'service_account', role: 'Viewer' },
]
