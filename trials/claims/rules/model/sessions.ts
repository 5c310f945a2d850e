import type { Catalog, Frozen, Group, Session, State } from './state.ts'
import type { Answer, Json } from './steps.ts'
import { valueFor } from './values.ts'

const namesOf = (groups: Map<string, Group>, held: Set<number>): string[] =>
  [...groups.values()].filter(({ id }) => held.has(id)).map(({ name }) => name)

/** Groups and attributes of an exchange: memberships and values of the mint, but catalogs, trust and defaults of the exchange. */
const freeze = (state: State, { side, embedTenant, isCreator, memberships, values }: Session): Frozen => {
  const tenant = state.tenants[side]
  const groups = namesOf(tenant.groups, memberships.tenantWide)
  if (embedTenant) {
    const prefix = `system:tenant:${embedTenant.name}`
    groups.push(prefix)
    groups.push(...namesOf(embedTenant.groups, memberships.groups).map((name) => `${prefix}:${name}`))
    groups.push(...namesOf(embedTenant.tenantGroups, memberships.tenantGroups).map((name) => `${prefix}:group:${name}`))
  }
  const catalog: Catalog = embedTenant && isCreator ? embedTenant : tenant
  const shown = [...catalog.attributes.values()].flatMap((attribute) => {
    const value = valueFor(attribute, values.get(attribute.id))
    return value === undefined || !attribute.isTrusted ? [] : [[attribute.name, value] as const]
  })
  return { groups: groups.toSorted(), userAttributes: Object.fromEntries(shown) }
}

const stateOf = ({ isRevoked, frozen }: Session): string => {
  if (isRevoked) return 'revoked'
  return frozen ? 'active' : 'pending'
}

/** A session as the registry shows it. */
export const sessionView = (session: Session): Answer => {
  const { frozen, document, isCreator, username, isRevoked } = session
  return {
    state: stateOf(session),
    // The registry may have lost the name of a deleted user whose session was never exchanged.
    username: frozen || !isRevoked ? username : null,
    creatorMode: isCreator,
    groups: frozen?.groups ?? [],
    userAttributes: frozen?.userAttributes ?? {},
    securityContext: document.securityContext as Json,
    settings: document.settings as Json,
  }
}

/** Succeeds once, and not after a revocation. */
export const exchangeOf = (state: State, session: Session): Answer => {
  if (session.frozen) return { code: 'session_used' }
  if (session.isRevoked) return { code: 'session_revoked' }
  session.frozen = freeze(state, session)
  return { code: null, session: sessionView(session) }
}

/** Revokes the sessions minted so far that match. */
export const endSessions = (state: State, isMeant: (session: Session) => boolean): void => {
  for (const session of state.sessions) if (isMeant(session)) session.isRevoked = true
}
