import * as changes from './changes.ts'
import { mintOf } from './minting.ts'
import type { Rules } from './rules.ts'
import { exchangeOf, seenSession } from './sessions.ts'
import { type Attribute, type Catalog, type EmbedTenant, type Group, type State, startingState, type Tenant, type User } from './state.ts'
import { type Json, lateRefusals, type Seen, type Side, type Step } from './steps.ts'
import { valueFor } from './values.ts'

const byName = <T extends { name: string }>(entries: Iterable<T>): T[] => [...entries].toSorted((a, b) => (a.name < b.name ? -1 : 1))

const seenAttributes = ({ attributes }: Catalog): Json =>
  byName(attributes.values()).map(({ name, type, displayName, description, defaultValue, isTrusted: trusted }: Attribute) => ({
    name,
    type,
    displayName,
    description,
    defaultValue,
    trusted,
  }))

const seenGroups = (at: EmbedTenant, namespace: 'groups' | 'tenantGroups', isWhole: boolean): Json =>
  byName(at[namespace].values()).map(({ id, name, description }: Group) => {
    const members = changes.membersOf(at, namespace, id).map(({ externalId }) => externalId)
    return { name, description, members: isWhole ? members.toSorted() : members.length }
  })

const everyone = ({ users, embedTenants }: Tenant): User[] => [
  ...users.values(),
  ...[...embedTenants.values()].flatMap((at) => [...at.users.values()]),
]

/** The embed tenants with what is stored for them; the whole of it also names members and values. */
const seenEmbedTenants = (rules: Rules, tenant: Tenant, isWhole: boolean): Json =>
  byName(tenant.embedTenants.values()).map((at) => ({
    name: at.name,
    displayName: at.displayName,
    groups: seenGroups(at, 'groups', isWhole),
    tenantGroups: seenGroups(at, 'tenantGroups', isWhole),
    attributes: seenAttributes(at),
    users: [...at.users.values()]
      .map(({ externalId, email, displayName, values }) => ({
        externalId,
        email,
        displayName,
        values: isWhole ? seenValues(rules, tenant, values) : null,
      }))
      .toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1)),
  }))

const seenValues = (rules: Rules, tenant: Tenant, values: User['values']): Json =>
  byName(tenant.attributes.values()).map((attribute) => [attribute.name, valueFor(rules, attribute, values.get(attribute.id)) ?? null])

const seenTenant = (rules: Rules, tenant: Tenant): Json => ({
  groups: byName(tenant.groups.values()).map(({ id, name, description }) => ({
    name,
    description,
    // Members that went with their embed tenant are counted until their rows are cleared away.
    users: tenant.hasLost ? null : everyone(tenant).filter(({ memberships }) => memberships.tenantWide.has(id)).length,
  })),
  attributes: seenAttributes(tenant),
  embedTenants: seenEmbedTenants(rules, tenant, true),
})

/** The rules in memory: takes the steps of a sequence and says what each must be answered. */
export type Model = {
  expect: (step: Step) => Seen
  /** Whether there is anything for the step to do: a session to exchange, a request to repeat. */
  isPossible: (step: Step) => boolean
}

export const createModel = (rules: Rules): Model => {
  const state: State = startingState()
  const touched = new Set<Side>()
  const expectMint = (mint: State['sent'][number]): Seen => {
    const code = mintOf(rules, state, mint)
    return code === null || !lateRefusals.has(code) ? { code } : { code, left: seenEmbedTenants(rules, state.tenants[mint.side], false) }
  }
  const expect = (step: Step): Seen => {
    if ('side' in step) touched.add(step.side)
    switch (step.kind) {
      case 'mint':
        return expectMint(step)
      case 'mint at once':
        for (const { side } of step.mints) touched.add(side)
        return { codes: step.mints.map((mint) => mintOf(rules, state, mint)) }
      case 'mint again': {
        const mint = state.sent[step.pick % state.sent.length]
        return mint ? expectMint(mint) : { code: 'nothing to repeat' }
      }
      case 'exchange':
        return exchangeOf(rules, state, state.sessions[step.pick % state.sessions.length])
      case 'create group':
        return changes.createGroup(step, state, rules)
      case 'delete group':
        return changes.deleteGroup(step, state, rules)
      case 'create attribute':
        return changes.createAttribute(step, state, rules)
      case 'update attribute':
        return changes.updateAttribute(step, state, rules)
      case 'delete attribute':
        return changes.deleteAttribute(step, state, rules)
      case 'create embed group':
        return changes.createEmbedGroup(step, state, rules)
      case 'delete embed group':
        return changes.deleteEmbedGroup(step, state, rules)
      case 'add members':
        return changes.addMembers(step, state, rules)
      case 'remove members':
        return changes.removeMembers(step, state, rules)
      case 'delete embed attribute':
        return changes.deleteEmbedAttribute(step, state, rules)
      case 'delete embed tenant':
        return changes.deleteEmbedTenant(step, state, rules)
      case 'set value':
        return changes.setValue(step, state, rules)
      case 'revoke user':
        return changes.revokeUser(step, state, rules)
      case 'revoke embed tenant':
        return changes.revokeEmbedTenant(step, state, rules)
      case 'look':
        return {
          tenants: [...touched].toSorted((a, b) => a - b).map((side) => seenTenant(rules, state.tenants[side])),
          sessions: state.sessions.map((session) => seenSession(rules, state, session)),
        }
    }
  }
  const isPossible = ({ kind }: Step): boolean => {
    if (kind === 'exchange') return state.sessions.length > 0
    return kind !== 'mint again' || state.sent.length > 0
  }
  return { expect, isPossible }
}
