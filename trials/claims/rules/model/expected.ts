import { changes, membersOf } from './changes.ts'
import { mintOf } from './minting.ts'
import { exchangeOf, sessionView } from './sessions.ts'
import { type Catalog, type EmbedTenant, type Session, type State, startingState, type Tenant, type User } from './state.ts'
import { type Answer, byName, type Json, lateRefusals, type Mint, type Side, type Step } from './steps.ts'
import { valueFor } from './values.ts'

const attributesOf = ({ attributes }: Catalog): Json =>
  byName(attributes.values()).map(({ id: _id, isTrusted: trusted, ...shown }) => ({ ...shown, trusted }))

const groupsOf = (at: EmbedTenant, namespace: 'groups' | 'tenantGroups', isWhole: boolean): Json =>
  byName(at[namespace].values()).map(({ id, name, description }) => {
    const members = membersOf(at, namespace, id).map(({ externalId }) => externalId)
    return { name, description, members: isWhole ? members.toSorted() : members.length }
  })

const everyone = ({ users, embedTenants }: Tenant): User[] => [
  ...users.values(),
  ...[...embedTenants.values()].flatMap((at) => [...at.users.values()]),
]

/** The embed tenants and what is stored for them. `isWhole` adds members and values. */
const embedTenantsOf = (tenant: Tenant, isWhole: boolean): Json =>
  byName(tenant.embedTenants.values()).map((at) => ({
    name: at.name,
    displayName: at.displayName,
    groups: groupsOf(at, 'groups', isWhole),
    tenantGroups: groupsOf(at, 'tenantGroups', isWhole),
    attributes: attributesOf(at),
    users: [...at.users.values()]
      .map(({ externalId, email, displayName, values }) => ({
        externalId,
        email,
        displayName,
        values: isWhole ? valuesOf(tenant, values) : null,
      }))
      .toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1)),
  }))

const valuesOf = (tenant: Tenant, values: User['values']): Json =>
  byName(tenant.attributes.values()).map((attribute) => [attribute.name, valueFor(attribute, values.get(attribute.id)) ?? null])

const tenantView = (tenant: Tenant): Json => ({
  groups: byName(tenant.groups.values()).map(({ id, name, description }) => ({
    name,
    description,
    // The service counts members of a deleted embed tenant until it deletes their rows.
    users: tenant.hasLost ? null : everyone(tenant).filter(({ memberships }) => memberships.tenantWide.has(id)).length,
  })),
  attributes: attributesOf(tenant),
  embedTenants: embedTenantsOf(tenant, true),
})

/** The embed rules in memory. Returns the response that the service must give to each step. */
export type Model = {
  expect: (step: Step) => Answer
  /** Whether the step has a session to exchange or a request to repeat. */
  isPossible: (step: Step) => boolean
}

export const createModel = (): Model => {
  const state: State = startingState()
  const touched = new Set<Side>()
  const expectMint = (mint: Mint): Answer => {
    const code = mintOf(state, mint)
    return code === null || !lateRefusals.has(code) ? { code } : { code, left: embedTenantsOf(state.tenants[mint.side], false) }
  }
  const expect = (step: Step): Answer => {
    if ('side' in step) touched.add(step.side)
    switch (step.kind) {
      case 'mint':
        return expectMint(step)
      case 'mint at once':
        for (const { side } of step.mints) touched.add(side)
        return { codes: step.mints.map((mint) => mintOf(state, mint)) }
      case 'mint again':
        return expectMint(state.sent[step.pick % state.sent.length] as Mint)
      case 'exchange':
        return exchangeOf(state, state.sessions[step.pick % state.sessions.length] as Session)
      case 'look':
        return {
          tenants: [...touched].toSorted((a, b) => a - b).map((side) => tenantView(state.tenants[side])),
          sessions: state.sessions.map(sessionView),
        }
      default:
        return (changes[step.kind] as (state: State, step: Step) => Answer)(state, step)
    }
  }
  const isPossible = ({ kind }: Step): boolean => {
    if (kind === 'exchange') return state.sessions.length > 0
    return kind !== 'mint again' || state.sent.length > 0
  }
  return { expect, isPossible }
}
