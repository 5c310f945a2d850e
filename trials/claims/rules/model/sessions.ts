import type { Rules } from './rules.ts'
import type { Catalog, Frozen, Group, Session, State } from './state.ts'
import type { Json, Seen } from './steps.ts'
import { valueFor } from './values.ts'

const namesOf = (groups: Map<string, Group>, held: Set<number>): string[] =>
  [...groups.values()].filter(({ id }) => held.has(id)).map(({ name }) => name)

/** Groups as a policy knows them; which of those held at the mint are left, and trust and defaults, are those of the exchange. */
const freeze = (rules: Rules, state: State, session: Session): Frozen => {
  const { embedTenant, isCreator } = session
  const { memberships: held, values } = rules.sessionsAreFrozen ? session : (session.user ?? session)
  const tenant = state.tenants[session.side]
  const groups = namesOf(tenant.groups, held.tenantWide)
  if (embedTenant) {
    const mark = rules.embedGroupsAreMarked ? `system:tenant:${embedTenant.name}:` : ''
    const kind = rules.namespacesAreApart ? 'group:' : ''
    groups.push(...namesOf(embedTenant.groups, held.groups).map((name) => `${mark}${name}`))
    groups.push(...namesOf(embedTenant.tenantGroups, held.tenantGroups).map((name) => `${mark}${kind}${name}`))
    if (rules.everyoneIsInTheTenantGroup) groups.push(`system:tenant:${embedTenant.name}`)
  }
  const catalog: Catalog = embedTenant && (isCreator || !rules.catalogFollowsTheMode) ? embedTenant : tenant
  const attributes = [...catalog.attributes.values()].filter(({ isTrusted }) => isTrusted || !rules.untrustedStayOut)
  const shown = attributes.flatMap((attribute) => {
    const value = valueFor(rules, attribute, values.get(attribute.id))
    return value === undefined ? [] : [[attribute.name, value] as const]
  })
  return { groups: groups.toSorted(), userAttributes: Object.fromEntries(shown) }
}

const stateOf = ({ isRevoked, frozen }: Session): string => {
  if (isRevoked) return 'revoked'
  return frozen ? 'active' : 'pending'
}

/** A session as the registry shows it. */
export const seenSession = (rules: Rules, state: State, session: Session): Seen => {
  const { frozen, document, isCreator, username } = session
  const shown = frozen && !rules.sessionsAreFrozen && !session.isRevoked ? freeze(rules, state, session) : frozen
  return {
    state: stateOf(session),
    // Of a session that was never exchanged and whose user is gone there may be no name left.
    username: frozen || !session.isRevoked ? username : null,
    creatorMode: isCreator,
    groups: shown?.groups ?? [],
    userAttributes: shown?.userAttributes ?? {},
    securityContext: document.securityContext as Json,
    settings: document.settings as Json,
  }
}

/** Works once, and not after it was revoked. */
export const exchangeOf = (rules: Rules, state: State, session: Session | undefined): Seen => {
  if (!session) return { code: 'nothing to exchange' }
  if (session.frozen && rules.sessionsWorkOnce) return { code: 'session_used' }
  if (session.isRevoked) return { code: 'session_revoked' }
  session.frozen = freeze(rules, state, session)
  return { code: null, session: seenSession(rules, state, session) }
}

/** Ends those minted so far that the test picks out. */
export const endSessions = (state: State, isMeant: (session: Session) => boolean): void => {
  for (const session of state.sessions) if (isMeant(session)) session.isRevoked = true
}
