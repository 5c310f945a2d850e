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

/** `limits`: by how many things it limits a key. */
export type ScopePlan = { label: string; limits: number; scope: (pair: Pair) => ApiKeyScope; origin?: string; lifetimeMs?: number }

const hourMs = 3_600_000
export const homeOrigin = 'https://home.example.com'

// Of every kind: of one deployment, an embed tenant and the tenant, of presets and of none, and those that make keys and owners of keys.
const someOperations: OperationId[] = [
  'advanceCreationStep',
  'createApiKey',
  'createEmbedGroup',
  'createServiceAccount',
  'deleteApiKey',
  'getApiKey',
  'getDeployment',
  'getSpec',
  'getUserAttributeValues',
  'listApiKeys',
  'listAuditLogs',
  'listEmbedSessions',
  'updateDeployment',
]

type Part = Omit<ScopePlan, 'label' | 'limits'> & { label: string | null; limits?: number }

/** What a key can be limited by, nothing first: a credential is one choice of each. */
const dimensions: Part[][] = [
  [
    { label: null, scope: () => ({}) },
    { label: 'one deployment', scope: ({ inside }) => ({ deploymentIds: [inside] }) },
    { label: 'no deployment', scope: () => ({ deploymentIds: [] }) },
  ],
  [
    { label: null, scope: () => ({}) },
    { label: 'some embed tenants', scope: () => ({ embedTenants: ['storefront', 'closing-down'] }) },
    { label: 'no embed tenant', scope: () => ({ embedTenants: [] }) },
  ],
  [
    { label: null, scope: () => ({}) },
    { label: 'tenant-wide', scope: () => ({ tenantWide: true }) },
  ],
  [{ label: null, scope: () => ({}) }, ...presets.map((preset): Part => ({ label: preset, scope: () => ({ preset }) }))],
  [
    { label: null, scope: () => ({}) },
    { label: 'some operations', scope: () => ({ operations: [...someOperations] }) },
  ],
  [
    { label: null, scope: () => ({}) },
    { label: 'from its origin', scope: () => ({ origins: [homeOrigin] }), origin: homeOrigin },
    { label: 'from a foreign origin', scope: () => ({ origins: [homeOrigin] }), origin: 'https://elsewhere.example.com' },
  ],
]

const joined = (one: Part, other: Part): Part => ({
  ...one,
  ...other,
  label: [one.label, other.label].filter((label) => label !== null).join(', ') || null,
  limits: (one.limits ?? 0) + (other.label === null ? 0 : 1),
  scope: (pair) => ({ ...one.scope(pair), ...other.scope(pair) }),
})

/** Every combination of every dimension. */
const combinations: ScopePlan[] = dimensions
  .reduce<Part[]>(
    (made, choices) => choices.flatMap((choice) => made.map((one) => joined(one, choice))),
    [{ label: null, scope: () => ({}) }],
  )
  .map(({ label, ...plan }) => ({ ...plan, label: label ?? 'no scope', limits: plan.limits ?? 0 }))

export const scopePlans: ScopePlan[] = [
  ...combinations,
  { label: 'expires soon', limits: 1, scope: () => ({}), lifetimeMs: hourMs },
  { label: 'expired', limits: 1, scope: () => ({}), lifetimeMs: -hourMs },
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
