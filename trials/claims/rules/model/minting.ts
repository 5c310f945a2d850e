import type { AttributeValue } from '@facet/contract'
import { refusalOf } from './refusals.ts'
import type { Rules } from './rules.ts'
import {
  type EmbedTenant,
  type Group,
  newEmbedTenant,
  newMemberships,
  newUser,
  type Session,
  type State,
  takeId,
  type Tenant,
  type User,
} from './state.ts'
import type { Mint } from './steps.ts'

type Body = Mint['body']

const defineGroups = (rules: Rules, state: State, into: Map<string, Group>, definitions: Body['groupDefinitions']): void => {
  for (const { name, description } of definitions ?? []) {
    const known = into.get(name)
    if (!known) into.set(name, { id: takeId(state), name, description: description || null })
    else if (description || !rules.descriptionsAreNeverCleared) known.description = description || null
  }
}

const define = (rules: Rules, state: State, embedTenant: EmbedTenant, body: Body): void => {
  embedTenant.displayName = body.embedTenantProfile?.displayName ?? embedTenant.displayName
  defineGroups(rules, state, embedTenant.groups, body.groupDefinitions)
  defineGroups(rules, state, rules.namespacesAreApart ? embedTenant.tenantGroups : embedTenant.groups, body.tenantGroupDefinitions)
  for (const { name, type, displayName, description, defaultValue } of body.userAttributeDefinitions ?? []) {
    const known = embedTenant.attributes.get(name)
    embedTenant.attributes.set(name, {
      id: known?.id ?? takeId(state),
      name,
      type,
      displayName: displayName ?? known?.displayName ?? null,
      description: description ?? known?.description ?? null,
      defaultValue: defaultValue ?? known?.defaultValue ?? null,
      isTrusted: true,
    })
  }
}

const assigned = (
  rules: Rules,
  held: Set<number>,
  names: readonly string[] | null | undefined,
  catalog: Map<string, Group>,
): Set<number> => {
  if (names == null) return rules.omittedListKeeps ? held : new Set()
  if (names.length === 0 && !rules.emptyListClears) return held
  const ids = names.flatMap((name) => catalog.get(name)?.id ?? [])
  return new Set(rules.listReplaces || ids.length === 0 ? ids : [...held, ...ids])
}

const bringUpToDate = (rules: Rules, user: User, body: Body, tenant: Tenant, embedTenant: EmbedTenant | null): void => {
  const { memberships, values } = user
  const isSilent = rules.profileOutlivesSilence ? (user.displayName ?? null) : null
  user.email = body.email ?? user.email
  user.displayName = body.userProfile?.displayName ?? isSilent
  const scope = body.creatorMode === true && embedTenant ? embedTenant : null
  if (scope) memberships.groups = assigned(rules, memberships.groups, body.groups, scope.groups)
  else memberships.tenantWide = assigned(rules, memberships.tenantWide, body.groups, tenant.groups)
  if (!rules.scopesAreApart && body.groups?.length === 0) user.memberships = newMemberships()
  if (embedTenant) user.memberships.tenantGroups = assigned(rules, memberships.tenantGroups, body.tenantGroups, embedTenant.tenantGroups)
  const catalog = (scope ?? tenant).attributes
  if (!rules.otherValuesStay && body.userAttributes) values.clear()
  for (const { name, value } of body.userAttributes ?? []) setValue(rules, values, catalog.get(name)?.id ?? 0, value)
}

const setValue = (rules: Rules, values: Map<number, AttributeValue>, id: number, value: AttributeValue | null | undefined): void => {
  if (value == null) {
    if (value === null ? rules.nullClears : !rules.missingValueKeeps) values.delete(id)
  } else values.set(id, value)
}

/** Applies a session request: the refusal, or null and one session more. */
export const mintOf = (rules: Rules, state: State, mint: Mint): string | null => {
  const { side, body } = mint
  const tenant = state.tenants[side]
  state.sent.push(mint)
  const refusal = refusalOf(rules, state, mint)
  const embedTenant =
    body.embedTenantName == null ? null : (tenant.embedTenants.get(body.embedTenantName) ?? newEmbedTenant(body.embedTenantName))
  if (refusal !== null) {
    // A server without the transaction would have made the definitions by the time a name turns out to be missing.
    if (!rules.refusalLeavesNothing && ['groups_not_found', 'user_attributes_not_found'].includes(refusal) && embedTenant) {
      tenant.embedTenants.set(embedTenant.name, embedTenant)
      define(rules, state, embedTenant, body)
    }
    return refusal
  }
  if (embedTenant) {
    tenant.embedTenants.set(embedTenant.name, embedTenant)
    define(rules, state, embedTenant, body)
  }
  const users = embedTenant && rules.usersAreKeyedByEmbedTenant ? embedTenant.users : tenant.users
  const user = body.externalId == null ? null : (users.get(body.externalId) ?? newUser(body.externalId))
  if (user) {
    users.set(user.externalId, user)
    bringUpToDate(rules, user, body, tenant, embedTenant)
  }
  const session = sessionOf(mint, user, embedTenant)
  const wasRevoked = [user, embedTenant].some((subject) => subject !== null && state.revoked.has(subject))
  state.sessions.push({ ...session, isRevoked: wasRevoked && !rules.revocationSparesLaterSessions })
  return null
}

const sessionOf = ({ side, body }: Mint, user: User | null, embedTenant: EmbedTenant | null): Session => ({
  side,
  user,
  username: user?.externalId ?? body.internalId ?? '',
  embedTenant,
  isCreator: body.creatorMode === true,
  memberships: user
    ? {
        tenantWide: new Set(user.memberships.tenantWide),
        groups: new Set(user.memberships.groups),
        tenantGroups: new Set(user.memberships.tenantGroups),
      }
    : newMemberships(),
  values: new Map(user?.values),
  document: { securityContext: body.securityContext ?? {}, settings: body.settings ?? {} },
  isRevoked: false,
  frozen: null,
})
