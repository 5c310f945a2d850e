import type { GenerateSession, SessionDryRun } from '@facet/contract'
import type { EmbedIdentity } from '#access'
import { contextGroupsOf, effectiveValue, securityContextOf } from '#domains/embed/security-context'
import type { Catalog } from '#engine/embed'
import type { AttributeRow, GroupRow, SentDefinitions, StoredUser } from './dry-run-queries.ts'
import { documentOf } from './mint-item.ts'
import { isEmbedScope } from './session-names.ts'

export type Preview = {
  username: string
  isInternal: boolean
  userId: number | null
  profile: Pick<StoredUser, 'email' | 'display_name' | 'picture'>
  storedGroups: { groups: GroupRow[]; embedGroups: GroupRow[]; tenantGroups: GroupRow[] }
  storedValues: Record<string, unknown>
  definitions: AttributeRow[]
  catalog: Catalog
  /** The security context an internal user carries. */
  ownContext: Record<string, unknown> | null
}

type Group = SessionDryRun['groups'][number]
type Attribute = SessionDryRun['attributes'][number]

const contextName = (name: string, namespace: 'wide' | 'groups' | 'tenantGroups', embedTenantName: string): string => {
  if (namespace === 'wide') return name
  return namespace === 'groups' ? `system:tenant:${embedTenantName}:${name}` : `system:tenant:${embedTenantName}:group:${name}`
}

/** What was sent stands in for what is stored; left out, the stored ones stay. */
const groupsOf = (body: GenerateSession, preview: Preview): Group[] => {
  const embedTenantName = body.embedTenantName ?? ''
  const list = (sent: readonly string[] | null | undefined, stored: GroupRow[], namespace: 'wide' | 'groups' | 'tenantGroups'): Group[] => {
    const names = sent == null ? stored.map(({ name }) => name) : [...new Set(sent)]
    return names.map((name) => ({
      name,
      contextName: contextName(name, namespace, embedTenantName),
      origin: sent == null ? 'stored' : 'request',
    }))
  }
  const isEmbed = isEmbedScope(body)
  return [
    ...list(isEmbed ? null : body.groups, preview.storedGroups.groups, 'wide'),
    ...list(isEmbed ? body.groups : null, preview.storedGroups.embedGroups, 'groups'),
    ...list(body.tenantGroups, preview.storedGroups.tenantGroups, 'tenantGroups'),
  ]
}

/** The catalog's definitions with those of the request laid over them. */
const definitionsOf = (stored: AttributeRow[], sent: SentDefinitions): Omit<AttributeRow, 'id'>[] => {
  const byName = new Map<string, AttributeRow | Omit<AttributeRow, 'id'>>(stored.map((row) => [row.name, row]))
  for (const { name, type, defaultValue } of sent) {
    const before = byName.get(name)
    byName.set(name, {
      ...before,
      name,
      type: before?.type ?? type,
      default_value: defaultValue ?? before?.default_value ?? null,
      is_trusted: before?.is_trusted ?? true,
    })
  }
  return [...byName.values()]
}

const attributesOf = (body: GenerateSession, preview: Preview): Attribute[] => {
  const sent = new Map((body.userAttributes ?? []).filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]))
  const definitions = definitionsOf(preview.definitions, body.userAttributeDefinitions ?? [])
  return definitions.flatMap((definition) => {
    const { name, type, default_value: text, is_trusted: inContext } = definition
    const stored = 'id' in definition ? preview.storedValues[String(definition.id)] : undefined
    const own = sent.has(name) ? (sent.get(name) ?? undefined) : stored
    const value = effectiveValue({ type, value: own, default: text })
    if (value === undefined) return []
    const ownOrigin = sent.has(name) ? 'request' : 'stored'
    const origin = own === undefined ? 'default' : ownOrigin
    return [{ name, type, value, origin, inContext }]
  })
}

export const dryRunView = (body: GenerateSession, preview: Preview, problems: SessionDryRun['problems']): SessionDryRun => {
  const groups = groupsOf(body, preview)
  const attributes = attributesOf(body, preview)
  const identity: EmbedIdentity = {
    username: preview.username,
    email: body.email ?? preview.profile.email,
    displayName: body.userProfile?.displayName ?? preview.profile.display_name,
    picture: body.userProfile?.picture ?? preview.profile.picture,
    embedTenantName: body.embedTenantName ?? null,
    groups: groups.map((group) => group.contextName),
    attributes: attributes
      .filter(({ inContext }) => inContext)
      .map(({ name, type, value }) => ({ name, type: type as EmbedIdentity['attributes'][number]['type'], value, default: null })),
  }
  const document = preview.ownContext ? { ...documentOf(body), securityContext: preview.ownContext } : documentOf(body)
  const implicit = contextGroupsOf({ ...identity, groups: [] }).map((name) => ({ name, contextName: name, origin: 'embed_tenant' }))
  return {
    wouldMint: problems.length === 0,
    problems,
    user: {
      id: preview.userId,
      username: identity.username,
      isNew: preview.userId === null,
      isInternal: preview.isInternal,
      email: identity.email,
      displayName: identity.displayName,
      picture: identity.picture,
      embedTenantName: identity.embedTenantName,
    },
    groups: [...groups, ...implicit],
    attributes,
    securityContext: securityContextOf(identity, document),
  }
}
