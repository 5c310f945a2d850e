import type { FailureCode } from '@facet/contract'
import type { Catalog, EmbedTenant, State } from './state.ts'
import { internalName, type Mint } from './steps.ts'
import { defaultOf, fits } from './values.ts'

type Body = Mint['body']
type Refusal = FailureCode | null
type Named = readonly { name: string }[] | null | undefined

const needsCreator = ['tenantGroups', 'groupDefinitions', 'tenantGroupDefinitions', 'userAttributeDefinitions'] as const
const describesExternal = [...needsCreator, 'email', 'userProfile', 'groups', 'userAttributes', 'securityContext'] as const

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

const hasTwice = (entries: Named): boolean => entries != null && new Set(entries.map(({ name }) => name)).size < entries.length

const listRefusal = (body: Body): Refusal => {
  const lists = [body.userAttributes, body.groupDefinitions, body.tenantGroupDefinitions, body.userAttributeDefinitions]
  if (lists.some(hasTwice)) return 'duplicate_name'
  const defined = [...(body.groupDefinitions ?? []), ...(body.tenantGroupDefinitions ?? [])]
  if (defined.some(({ name }) => /^(system|group):/i.test(name))) return 'group_name_reserved'
  // An empty text removes the default, so it fits every type.
  const isMistyped = ({ type, defaultValue }: NonNullable<Body['userAttributeDefinitions']>[number]): boolean =>
    defaultValue != null && defaultValue !== '' && defaultOf(type, defaultValue) === undefined
  if ((body.userAttributeDefinitions ?? []).some(isMistyped)) return 'user_attribute_value_mismatch'
  return body.securityContext && 'cubeCloud' in body.securityContext ? 'security_context_reserved' : null
}

/** A definition in the same request counts as existing. */
const isMissing = (names: readonly string[] | null | undefined, stored: Map<string, unknown> | undefined, defined: Named): boolean =>
  (names ?? []).some((name) => !stored?.has(name) && !(defined ?? []).some((one) => one.name === name))

/** Checks the request against the catalogs: types first, then missing names, then values. */
const catalogRefusal = (body: Body, catalog: Catalog | undefined, embedTenant: EmbedTenant | undefined): Refusal => {
  const defined = body.userAttributeDefinitions ?? []
  const sent = body.userAttributes ?? []
  const storedType = (name: string) => catalog?.attributes.get(name)?.type
  const definedType = (name: string) => defined.find((one) => one.name === name)?.type
  if (defined.some(({ name, type }) => (storedType(name) ?? type) !== type)) return 'attribute_type_conflict'
  const names = sent.map(({ name }) => name)
  if (isMissing(names, catalog?.attributes, defined)) return 'user_attributes_not_found'
  if (isMissing(body.groups, catalog?.groups, body.groupDefinitions)) return 'groups_not_found'
  if (isMissing(body.tenantGroups, embedTenant?.tenantGroups, body.tenantGroupDefinitions)) return 'groups_not_found'
  const isMistyped = sent.some(({ name, value }) => value != null && !fits(storedType(name) ?? definedType(name) ?? 'string', value))
  return isMistyped ? 'user_attribute_value_mismatch' : null
}

/** The first failure of a session request in the documented order, or null. */
export const refusalOf = (state: State, { side, isDeploymentKnown, body }: Mint): Refusal => {
  const tenant = state.tenants[side]
  const embedTenant = tenant.embedTenants.get(body.embedTenantName ?? '')
  const isEmbedScope = body.creatorMode === true && body.embedTenantName !== undefined
  if (!isDeploymentKnown) return 'deployment_not_found'
  const ofRequest = userRefusal(body) ?? creatorRefusal(body, tenant.hasCreatorMode) ?? listRefusal(body)
  if (ofRequest !== null) return ofRequest
  if (body.internalId != null && body.internalId !== internalName) return 'internal_user_not_found'
  return catalogRefusal(body, isEmbedScope ? embedTenant : tenant, embedTenant)
}
