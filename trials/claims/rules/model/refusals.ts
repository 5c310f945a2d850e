import type { FailureCode } from '@facet/contract'
import type { Rules } from './rules.ts'
import type { Catalog, EmbedTenant, State } from './state.ts'
import { internalName, type Mint } from './steps.ts'
import { defaultOf, fits } from './values.ts'

type Body = Mint['body']
type Refusal = FailureCode | null

const describesExternal = [
  'email',
  'userProfile',
  'groups',
  'tenantGroups',
  'userAttributes',
  'groupDefinitions',
  'tenantGroupDefinitions',
  'userAttributeDefinitions',
  'securityContext',
] as const
const needsCreator = ['tenantGroups', 'groupDefinitions', 'tenantGroupDefinitions', 'userAttributeDefinitions'] as const

const userRefusal = (body: Body): Refusal => {
  if ((body.externalId === undefined) === (body.internalId === undefined)) return 'user_identifier'
  if (body.internalId !== undefined && describesExternal.some((name) => body[name] !== undefined)) return 'not_with_internal_id'
  if (body.externalId != null && body.externalId !== body.externalId.trim().toLowerCase()) return 'external_id_invalid'
  if (body.embedTenantName != null && !/^[a-z][a-z0-9-]{3,34}[a-z0-9]$/.test(body.embedTenantName)) return 'embed_tenant_name_malformed'
  if (body.userProfile?.picture != null && !/^https?:\/\//.test(body.userProfile.picture)) return 'picture_invalid'
  return null
}

const creatorRefusal = (body: Body, hasCreatorMode: boolean): Refusal => {
  const isOfCreators = needsCreator.some((name) => body[name] !== undefined)
  if (isOfCreators && body.creatorMode !== true) return 'creator_mode_required'
  if ((isOfCreators || body.embedTenantProfile !== undefined) && body.embedTenantName === undefined) return 'embed_tenant_required'
  return body.creatorMode === true && !hasCreatorMode ? 'creator_mode_disabled' : null
}

const hasTwice = (entries: readonly { name: string }[] | null | undefined): boolean =>
  entries != null && new Set(entries.map(({ name }) => name)).size < entries.length

const listRefusal = (body: Body): Refusal => {
  const lists = [body.userAttributes, body.groupDefinitions, body.tenantGroupDefinitions, body.userAttributeDefinitions]
  if (lists.some(hasTwice)) return 'duplicate_name'
  const defined = [...(body.groupDefinitions ?? []), ...(body.tenantGroupDefinitions ?? [])]
  if (defined.some(({ name }) => /^(system|group):/i.test(name))) return 'group_name_reserved'
  // An empty text is how a request takes a default away, so it fits every type.
  const isOdd = ({ type, defaultValue }: NonNullable<Body['userAttributeDefinitions']>[number]): boolean =>
    defaultValue != null && defaultValue !== '' && defaultOf(type, defaultValue) === undefined
  if ((body.userAttributeDefinitions ?? []).some(isOdd)) return 'user_attribute_value_mismatch'
  return body.securityContext && 'cubeCloud' in body.securityContext ? 'security_context_reserved' : null
}

const isMissing = (
  rules: Rules,
  names: readonly string[] | null | undefined,
  stored: Map<string, unknown> | undefined,
  defined: readonly { name: string }[] | null | undefined,
): boolean =>
  (names ?? []).some((name) => !stored?.has(name) && !(rules.definitionsCountAsMade && (defined ?? []).some((one) => one.name === name)))

/** What the catalogs say against the request: types first, then names that are missing, then values. */
const catalogRefusal = (rules: Rules, body: Body, catalog: Catalog | undefined, embedTenant: EmbedTenant | undefined): Refusal => {
  const defined = body.userAttributeDefinitions ?? []
  const sent = body.userAttributes ?? []
  const storedType = (name: string) => catalog?.attributes.get(name)?.type
  const definedType = (name: string) => defined.find((one) => one.name === name)?.type
  if (rules.typesAreForGood && defined.some(({ name, type }) => (storedType(name) ?? type) !== type)) return 'attribute_type_conflict'
  const names = sent.map(({ name }) => name)
  if (isMissing(rules, names, catalog?.attributes, defined)) return 'user_attributes_not_found'
  const isOdd = sent.some(({ name, value }) => value != null && !fits(storedType(name) ?? definedType(name) ?? 'string', value))
  const isGroupMissing =
    isMissing(rules, body.groups, catalog?.groups, body.groupDefinitions) ||
    isMissing(rules, body.tenantGroups, embedTenant?.tenantGroups, body.tenantGroupDefinitions)
  if (isOdd && !(rules.groupsAreMissedBeforeValues && isGroupMissing)) return 'user_attribute_value_mismatch'
  return isGroupMissing ? 'groups_not_found' : null
}

/** The first thing wrong with a session request in the documented order, or nothing. */
export const refusalOf = (rules: Rules, state: State, { side, isDeploymentKnown, body }: Mint): Refusal => {
  const tenant = state.tenants[side]
  const embedTenant = tenant.embedTenants.get(body.embedTenantName ?? '')
  const isEmbedScope = body.creatorMode === true && body.embedTenantName !== undefined
  if (!isDeploymentKnown) return 'deployment_not_found'
  const ofRequest = userRefusal(body) ?? creatorRefusal(body, tenant.hasCreatorMode) ?? listRefusal(body)
  if (ofRequest !== null) return ofRequest
  if (body.internalId != null && body.internalId !== internalName) return 'internal_user_not_found'
  return catalogRefusal(rules, body, isEmbedScope ? embedTenant : tenant, embedTenant)
}
