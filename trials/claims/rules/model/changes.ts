import type { AttributeType } from '@facet/contract'
import { endSessions } from './sessions.ts'
import { type Attribute, type EmbedTenant, type Group, newUser, type State, type Tenant, type User } from './state.ts'
import type { Answer, AttributeTexts, EmbedGroup, Person, Step, StepOf } from './steps.ts'
import { defaultOf, fits, valueFor } from './values.ts'

export type Change = Exclude<Step['kind'], 'mint' | 'mint at once' | 'mint again' | 'exchange' | 'look'>

const done: Answer = { code: null }

/** An empty text clears, an omitted text keeps. */
const textAfter = (sent: string | undefined, before: string | null): string | null => (sent === undefined ? before : sent || null)

const isMistyped = (type: AttributeType, { defaultValue }: AttributeTexts): boolean =>
  Boolean(defaultValue) && defaultOf(type, defaultValue ?? null) === undefined

const withTexts = <T extends Pick<Attribute, 'displayName' | 'defaultValue' | 'isTrusted'>>(attribute: T, texts: AttributeTexts): T => ({
  ...attribute,
  displayName: textAfter(texts.displayName, attribute.displayName),
  defaultValue: textAfter(texts.defaultValue, attribute.defaultValue),
  isTrusted: texts.trusted ?? attribute.isTrusted,
})

export const membersOf = (at: EmbedTenant, namespace: 'groups' | 'tenantGroups', groupId: number): User[] =>
  [...at.users.values()].filter(({ memberships }) => memberships[namespace].has(groupId))

const findPerson = (tenant: Tenant, { embedTenant, externalId }: Person): User | undefined =>
  (embedTenant === null ? tenant.users : tenant.embedTenants.get(embedTenant)?.users)?.get(externalId)

const inEmbedTenant = (
  state: State,
  { side, embedTenant }: { side: 0 | 1; embedTenant: string },
  act: (at: EmbedTenant) => Answer,
): Answer => {
  const at = state.tenants[side].embedTenants.get(embedTenant)
  return at ? act(at) : { code: 'embed_tenant_not_found' }
}

const onEmbedGroup = (state: State, step: EmbedGroup, act: (at: EmbedTenant, group: Group) => Answer): Answer =>
  inEmbedTenant(state, step, (at) => {
    const group = at[step.namespace].get(step.name)
    return group ? act(at, group) : { code: 'group_not_found' }
  })

export const changes: { [Name in Change]: (state: State, step: StepOf<Name>) => Answer } = {
  'create group': (state, { side, name, description }) => {
    const { groups } = state.tenants[side]
    if (/^(system|group):/i.test(name)) return { code: 'group_name_reserved' }
    if (groups.has(name)) return { code: 'group_name_taken' }
    groups.set(name, { id: ++state.nextId, name, description })
    return done
  },
  // Revokes the sessions of all members.
  'delete group': (state, { side, name }) => {
    const { groups } = state.tenants[side]
    const group = groups.get(name)
    if (!group) return { code: 'group_not_found' }
    groups.delete(name)
    endSessions(state, ({ memberships }) => memberships.tenantWide.has(group.id))
    return done
  },
  'create attribute': (state, { side, name, type, texts }) => {
    const { attributes } = state.tenants[side]
    if (isMistyped(type, texts)) return { code: 'user_attribute_value_mismatch' }
    if (attributes.has(name)) return { code: 'user_attribute_name_taken' }
    const empty = { displayName: null, description: null, defaultValue: null, isTrusted: true }
    attributes.set(name, withTexts({ id: ++state.nextId, name, type, ...empty }, texts))
    return done
  },
  'update attribute': (state, { side, name, texts }) => {
    const { attributes } = state.tenants[side]
    const attribute = attributes.get(name)
    if (!attribute) return { code: 'user_attribute_not_found' }
    if (isMistyped(attribute.type, texts)) return { code: 'user_attribute_value_mismatch' }
    attributes.set(name, withTexts(attribute, texts))
    return done
  },
  'delete attribute': (state, { side, name }) =>
    state.tenants[side].attributes.delete(name) ? done : { code: 'user_attribute_not_found' },
  'create embed group': (state, step) =>
    inEmbedTenant(state, step, (at) => {
      const { namespace, name, description } = step
      if (at[namespace].has(name)) return { code: 'group_name_taken' }
      at[namespace].set(name, { id: ++state.nextId, name, description })
      return done
    }),
  // Sessions of users who left the group still carry it, and are revoked.
  'delete embed group': (state, step) =>
    onEmbedGroup(state, step, (at, { id }) => {
      if (membersOf(at, step.namespace, id).length > 0) return { code: 'group_has_members' }
      at[step.namespace].delete(step.name)
      endSessions(state, ({ memberships }) => memberships[step.namespace].has(id))
      return done
    }),
  'add members': (state, step) =>
    onEmbedGroup(state, step, (at, group) => {
      const isMember = (id: string): boolean => at.users.get(id)?.memberships[step.namespace].has(group.id) ?? false
      const [unchanged, added] = [step.externalIds.filter(isMember), step.externalIds.filter((id) => !isMember(id))]
      for (const externalId of added) {
        const user = at.users.get(externalId) ?? newUser(externalId)
        at.users.set(externalId, user)
        user.memberships[step.namespace].add(group.id)
      }
      return { code: null, added: added.toSorted(), unchanged: unchanged.toSorted() }
    }),
  // Revokes the sessions of the removed members.
  'remove members': (state, step) =>
    onEmbedGroup(state, step, (at, group) => {
      const leaving = membersOf(at, step.namespace, group.id).filter(({ externalId }) => step.externalIds.includes(externalId))
      for (const { memberships } of leaving) memberships[step.namespace].delete(group.id)
      endSessions(state, ({ user }) => user !== null && leaving.includes(user))
      return done
    }),
  'delete embed attribute': (state, step) =>
    inEmbedTenant(state, step, (at) => (at.attributes.delete(step.name) ? done : { code: 'user_attribute_not_found' })),
  // Succeeds without effect if there is no such embed tenant.
  'delete embed tenant': (state, step) => {
    inEmbedTenant(state, step, (at) => {
      const tenant = state.tenants[step.side]
      tenant.hasLost = true
      tenant.embedTenants.delete(step.embedTenant)
      endSessions(state, (session) => session.embedTenant === at)
      return done
    })
    return done
  },
  'set value': (state, { side, person, attribute: name, value }) => {
    const tenant = state.tenants[side]
    const user = findPerson(tenant, person)
    if (!user) return { code: 'user_not_found' }
    const attribute = tenant.attributes.get(name)
    if (!attribute) return { code: 'user_attribute_not_found' }
    if (value !== null && !fits(attribute.type, value)) return { code: 'user_attribute_value_mismatch' }
    if (value === null) user.values.delete(attribute.id)
    else user.values.set(attribute.id, value)
    return { code: null, value: valueFor(attribute, value ?? undefined) ?? null }
  },
  'revoke user': (state, { side, person }) => {
    const tenant = state.tenants[side]
    if (person.embedTenant !== null && !tenant.embedTenants.has(person.embedTenant)) return { code: 'embed_tenant_not_found' }
    const user = findPerson(tenant, person)
    if (!user) return { code: 'embed_user_not_found' }
    endSessions(state, (session) => session.user === user)
    return done
  },
  'revoke embed tenant': (state, step) =>
    inEmbedTenant(state, step, (at) => {
      endSessions(state, (session) => session.embedTenant === at)
      return done
    }),
}
