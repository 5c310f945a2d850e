import type { Rules } from './rules.ts'
import { endSessions } from './sessions.ts'
import { type EmbedTenant, groupsIn, newUser, type State, takeId, type Tenant, type User } from './state.ts'
import type { AttributeTexts, Person, Seen, Step } from './steps.ts'
import { defaultOf, fits, valueFor } from './values.ts'

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
type Change<Kind extends Step['kind']> = (step: Of<Kind>, state: State, rules: Rules) => Seen

const done: Seen = { code: null }
const refused = (code: string): Seen => ({ code })
const noEmbedTenant = refused('embed_tenant_not_found')
const noGroup = refused('group_not_found')

const isReserved = (name: string): boolean => /^(system|group):/i.test(name)

export const createGroup: Change<'create group'> = ({ side, name, description }, state) => {
  const { groups } = state.tenants[side]
  if (isReserved(name)) return refused('group_name_reserved')
  if (groups.has(name)) return refused('group_name_taken')
  groups.set(name, { id: takeId(state), name, description })
  return done
}

/** Takes it from everyone who is in it; sessions that stand on it end. */
export const deleteGroup: Change<'delete group'> = ({ side, name }, state, rules) => {
  const { groups } = state.tenants[side]
  const group = groups.get(name)
  if (!group) return noGroup
  groups.delete(name)
  if (rules.groupDeletionEndsSessions) endSessions(state, ({ memberships }) => memberships.tenantWide.has(group.id))
  return done
}

/** An empty text clears, and one left out stays. */
const textAfter = (sent: string | undefined, before: string | null): string | null => (sent === undefined ? before : sent || null)

const isOddDefault = (type: Parameters<typeof defaultOf>[0], { defaultValue }: AttributeTexts): boolean =>
  Boolean(defaultValue) && defaultOf(type, defaultValue ?? null) === undefined

export const createAttribute: Change<'create attribute'> = ({ side, name, type, texts }, state) => {
  const { attributes } = state.tenants[side]
  if (isOddDefault(type, texts)) return refused('user_attribute_value_mismatch')
  if (attributes.has(name)) return refused('user_attribute_name_taken')
  attributes.set(name, {
    id: takeId(state),
    name,
    type,
    displayName: textAfter(texts.displayName, null),
    description: null,
    defaultValue: textAfter(texts.defaultValue, null),
    isTrusted: texts.trusted ?? true,
  })
  return done
}

export const updateAttribute: Change<'update attribute'> = ({ side, name, texts }, state) => {
  const attribute = state.tenants[side].attributes.get(name)
  if (!attribute) return refused('user_attribute_not_found')
  if (isOddDefault(attribute.type, texts)) return refused('user_attribute_value_mismatch')
  attribute.displayName = textAfter(texts.displayName, attribute.displayName)
  attribute.defaultValue = textAfter(texts.defaultValue, attribute.defaultValue)
  attribute.isTrusted = texts.trusted ?? attribute.isTrusted
  return done
}

export const deleteAttribute: Change<'delete attribute'> = ({ side, name }, state) =>
  state.tenants[side].attributes.delete(name) ? done : refused('user_attribute_not_found')

export const createEmbedGroup: Change<'create embed group'> = ({ side, embedTenant, namespace, name, description }, state) => {
  const at = state.tenants[side].embedTenants.get(embedTenant)
  if (!at) return noEmbedTenant
  if (groupsIn(at, namespace).has(name)) return refused('group_name_taken')
  groupsIn(at, namespace).set(name, { id: takeId(state), name, description })
  return done
}

export const membersOf = (at: EmbedTenant, namespace: 'groups' | 'tenantGroups', groupId: number): User[] =>
  [...at.users.values()].filter(({ memberships }) => memberships[namespace].has(groupId))

/** Only an empty one; sessions of users who have left it since still carry it, and end. */
export const deleteEmbedGroup: Change<'delete embed group'> = ({ side, embedTenant, namespace, name }, state, rules) => {
  const at = state.tenants[side].embedTenants.get(embedTenant)
  if (!at) return noEmbedTenant
  const group = groupsIn(at, namespace).get(name)
  if (!group) return noGroup
  if (membersOf(at, namespace, group.id).length > 0) return refused('group_has_members')
  groupsIn(at, namespace).delete(name)
  if (rules.groupDeletionEndsSessions) endSessions(state, ({ memberships }) => memberships[namespace].has(group.id))
  return done
}

export const addMembers: Change<'add members'> = ({ side, embedTenant, namespace, name, externalIds }, state) => {
  const at = state.tenants[side].embedTenants.get(embedTenant)
  if (!at) return noEmbedTenant
  const group = groupsIn(at, namespace).get(name)
  if (!group) return noGroup
  const unchanged = externalIds.filter((id) => at.users.get(id)?.memberships[namespace].has(group.id))
  for (const externalId of externalIds) {
    const user = at.users.get(externalId) ?? newUser(externalId)
    at.users.set(externalId, user)
    user.memberships[namespace].add(group.id)
  }
  return { code: null, added: externalIds.filter((id) => !unchanged.includes(id)).toSorted(), unchanged: unchanged.toSorted() }
}

export const removeMembers: Change<'remove members'> = ({ side, embedTenant, namespace, name, externalIds }, state, rules) => {
  const at = state.tenants[side].embedTenants.get(embedTenant)
  if (!at) return noEmbedTenant
  const group = groupsIn(at, namespace).get(name)
  if (!group) return noGroup
  const leaving = membersOf(at, namespace, group.id).filter(({ externalId }) => externalIds.includes(externalId))
  for (const { memberships } of leaving) memberships[namespace].delete(group.id)
  if (rules.removalEndsSessions) endSessions(state, ({ user }) => user !== null && leaving.includes(user))
  return done
}

export const deleteEmbedAttribute: Change<'delete embed attribute'> = ({ side, embedTenant, name }, state) => {
  const at = state.tenants[side].embedTenants.get(embedTenant)
  if (!at) return noEmbedTenant
  return at.attributes.delete(name) ? done : refused('user_attribute_not_found')
}

/** Also when there is none: then nothing happens. */
export const deleteEmbedTenant: Change<'delete embed tenant'> = ({ side, embedTenant }, state, rules) => {
  const tenant = state.tenants[side]
  const at = tenant.embedTenants.get(embedTenant)
  if (!at) return done
  tenant.hasLost = true
  if (rules.tenantsAreDeletedWhole) tenant.embedTenants.delete(embedTenant)
  else at.users.clear()
  endSessions(state, (session) => session.embedTenant === at)
  return done
}

const findPerson = (tenant: Tenant, { embedTenant, externalId }: Person): User | undefined =>
  (embedTenant === null ? tenant.users : tenant.embedTenants.get(embedTenant)?.users)?.get(externalId)

export const setValue: Change<'set value'> = ({ side, person, attribute: name, value }, state, rules) => {
  const tenant = state.tenants[side]
  const user = findPerson(tenant, person)
  if (!user) return refused('user_not_found')
  const attribute = tenant.attributes.get(name)
  if (!attribute) return refused('user_attribute_not_found')
  if (value !== null && !fits(attribute.type, value)) return refused('user_attribute_value_mismatch')
  if (value === null) user.values.delete(attribute.id)
  else user.values.set(attribute.id, value)
  return { code: null, value: valueFor(rules, attribute, value ?? undefined) ?? null }
}

export const revokeUser: Change<'revoke user'> = ({ side, person }, state) => {
  const tenant = state.tenants[side]
  if (person.embedTenant !== null && !tenant.embedTenants.has(person.embedTenant)) return noEmbedTenant
  const user = findPerson(tenant, person)
  if (!user) return refused('embed_user_not_found')
  endSessions(state, (session) => session.user === user)
  state.revoked.add(user)
  return done
}

export const revokeEmbedTenant: Change<'revoke embed tenant'> = ({ side, embedTenant }, state) => {
  const at = state.tenants[side].embedTenants.get(embedTenant)
  if (!at) return noEmbedTenant
  endSessions(state, (session) => session.embedTenant === at)
  state.revoked.add(at)
  return done
}
