import type { AttributeType, AttributeValue } from '@facet/contract'
import { type Mint, type Side, start } from './steps.ts'

export type Group = { id: number; name: string; description: string | null }
export type Attribute = {
  id: number
  name: string
  type: AttributeType
  displayName: string | null
  description: string | null
  defaultValue: string | null
  isTrusted: boolean
}
/** The catalog for `groups` and `userAttributes` of a session: of the tenant or of one embed tenant. */
export type Catalog = { groups: Map<string, Group>; attributes: Map<string, Attribute> }

/** Group ids by the list of a session request that assigns them. */
export type Memberships = { tenantWide: Set<number>; groups: Set<number>; tenantGroups: Set<number> }

export type User = {
  externalId: string
  email: string | null
  displayName: string | null
  memberships: Memberships
  values: Map<number, AttributeValue>
}
export type EmbedTenant = Catalog & { name: string; displayName: string | null; tenantGroups: Map<string, Group>; users: Map<string, User> }
export type Tenant = Catalog & {
  hasCreatorMode: boolean
  hasLost: boolean
  users: Map<string, User>
  embedTenants: Map<string, EmbedTenant>
}

export type Frozen = { groups: string[]; userAttributes: Record<string, AttributeValue> }
export type Session = {
  side: Side
  /** Null for internal users. */
  user: User | null
  username: string
  embedTenant: EmbedTenant | null
  isCreator: boolean
  memberships: Memberships
  values: Map<number, AttributeValue>
  document: { securityContext: object; settings: object }
  isRevoked: boolean
  /** Set by the exchange. */
  frozen: Frozen | null
}

/** The expected content of the installation. */
export type State = { tenants: [Tenant, Tenant]; sessions: Session[]; sent: Mint[]; nextId: number }

export const newMemberships = (): Memberships => ({ tenantWide: new Set(), groups: new Set(), tenantGroups: new Set() })

export const newUser = (externalId: string): User => ({
  externalId,
  email: null,
  displayName: null,
  memberships: newMemberships(),
  values: new Map(),
})

export const newEmbedTenant = (name: string): EmbedTenant => ({
  name,
  displayName: null,
  groups: new Map(),
  tenantGroups: new Map(),
  attributes: new Map(),
  users: new Map(),
})

type StartAttribute = Pick<Attribute, 'name' | 'type' | 'defaultValue' | 'isTrusted'>

const startAttribute = (state: State, { name, type, defaultValue, isTrusted }: StartAttribute): [string, Attribute] => [
  name,
  { id: ++state.nextId, name, type, displayName: null, description: null, defaultValue, isTrusted },
]
const startGroup = (state: State, name: string): [string, Group] => [name, { id: ++state.nextId, name, description: null }]

export const startingState = (): State => {
  const state: State = { tenants: [newTenant(true), newTenant(false)], sessions: [], sent: [], nextId: 0 }
  for (const tenant of state.tenants) {
    for (const name of start.groups) tenant.groups.set(...startGroup(state, name))
    for (const attribute of start.attributes) tenant.attributes.set(...startAttribute(state, attribute))
    const embedTenant = newEmbedTenant(start.embedTenant)
    embedTenant.groups.set(...startGroup(state, start.embedGroup))
    const [groupName, group] = startGroup(state, start.embedGroup)
    embedTenant.tenantGroups.set(groupName, group)
    const [attributeName, attribute] = startAttribute(state, start.embedAttribute)
    embedTenant.attributes.set(attributeName, attribute)
    const user = newUser(start.externalId)
    user.memberships.tenantGroups.add(group.id)
    user.values.set(attribute.id, start.embedValue)
    user.values.set(tenant.attributes.get(attributeName)?.id ?? 0, start.value)
    embedTenant.users.set(user.externalId, user)
    tenant.embedTenants.set(embedTenant.name, embedTenant)
  }
  return state
}

const newTenant = (hasCreatorMode: boolean): Tenant => ({
  hasCreatorMode,
  hasLost: false,
  groups: new Map(),
  attributes: new Map(),
  users: new Map(),
  embedTenants: new Map(),
})
