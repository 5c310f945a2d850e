import { refusalOf } from './refusals.ts'
import {
  type EmbedTenant,
  type Group,
  newEmbedTenant,
  newMemberships,
  newUser,
  type Session,
  type State,
  type Tenant,
  type User,
} from './state.ts'
import type { Mint } from './steps.ts'

type Body = Mint['body']

const defineGroups = (state: State, into: Map<string, Group>, definitions: Body['groupDefinitions']): void => {
  for (const { name, description } of definitions ?? []) {
    const existing = into.get(name)
    if (!existing) into.set(name, { id: ++state.nextId, name, description: description || null })
    else if (description) existing.description = description
  }
}

const define = (state: State, embedTenant: EmbedTenant, body: Body): void => {
  embedTenant.displayName = body.embedTenantProfile?.displayName ?? embedTenant.displayName
  defineGroups(state, embedTenant.groups, body.groupDefinitions)
  defineGroups(state, embedTenant.tenantGroups, body.tenantGroupDefinitions)
  for (const { name, type, displayName, description, defaultValue } of body.userAttributeDefinitions ?? []) {
    const existing = embedTenant.attributes.get(name)
    embedTenant.attributes.set(name, {
      id: existing?.id ?? ++state.nextId,
      name,
      type,
      displayName: displayName ?? existing?.displayName ?? null,
      description: description ?? existing?.description ?? null,
      defaultValue: defaultValue ?? existing?.defaultValue ?? null,
      isTrusted: true,
    })
  }
}

/** A list replaces all memberships, an omitted list keeps them. */
const assigned = (held: Set<number>, names: readonly string[] | null | undefined, catalog: Map<string, Group>): Set<number> =>
  names == null ? held : new Set(names.flatMap((name) => catalog.get(name)?.id ?? []))

const updateUser = (user: User, body: Body, tenant: Tenant, embedTenant: EmbedTenant | null): void => {
  const { memberships, values } = user
  user.email = body.email ?? user.email
  user.displayName = body.userProfile?.displayName ?? user.displayName
  const scope = body.creatorMode === true && embedTenant ? embedTenant : null
  if (scope) memberships.groups = assigned(memberships.groups, body.groups, scope.groups)
  else memberships.tenantWide = assigned(memberships.tenantWide, body.groups, tenant.groups)
  if (embedTenant) memberships.tenantGroups = assigned(memberships.tenantGroups, body.tenantGroups, embedTenant.tenantGroups)
  for (const { name, value } of body.userAttributes ?? []) {
    const id = (scope ?? tenant).attributes.get(name)?.id ?? 0
    if (value === null) values.delete(id)
    else if (value !== undefined) values.set(id, value)
  }
}

/** Applies a session request. Returns the failure code, or null after adding a session. */
export const mintOf = (state: State, mint: Mint): string | null => {
  const { side, body } = mint
  const tenant = state.tenants[side]
  state.sent.push(mint)
  const refusal = refusalOf(state, mint)
  if (refusal !== null) return refusal
  const { embedTenantName, externalId } = body
  const embedTenant = embedTenantName == null ? null : (tenant.embedTenants.get(embedTenantName) ?? newEmbedTenant(embedTenantName))
  if (embedTenant) {
    tenant.embedTenants.set(embedTenant.name, embedTenant)
    define(state, embedTenant, body)
  }
  const { users } = embedTenant ?? tenant
  const user = externalId == null ? null : (users.get(externalId) ?? newUser(externalId))
  if (user) {
    users.set(user.externalId, user)
    updateUser(user, body, tenant, embedTenant)
  }
  state.sessions.push(sessionOf(mint, user, embedTenant))
  return null
}

const sessionOf = ({ side, body }: Mint, user: User | null, embedTenant: EmbedTenant | null): Session => ({
  side,
  user,
  username: user?.externalId ?? body.internalId ?? '',
  embedTenant,
  isCreator: body.creatorMode === true,
  memberships: structuredClone(user?.memberships ?? newMemberships()),
  values: new Map(user?.values),
  document: { securityContext: body.securityContext ?? {}, settings: body.settings ?? {} },
  isRevoked: false,
  frozen: null,
})
