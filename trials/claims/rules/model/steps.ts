import type { AttributeType, AttributeValue, GenerateSession, GroupNamespace } from '@facet/contract'

/** The first tenant of a lane has creator mode, the second has not. Both use the same names, so that nothing may pass between them. */
export type Side = 0 | 1

/** A session request by the short names of a sequence. */
export type Mint = { side: Side; isDeploymentKnown: boolean; body: Omit<GenerateSession, 'deploymentId'> }

/** An external user: of an embed tenant, or of none. */
export type Person = { embedTenant: string | null; externalId: string }

/** What to change about an attribute; texts left out stay. */
export type AttributeTexts = { displayName?: string; description?: string; defaultValue?: string; trusted?: boolean }

type InTenant = { side: Side }
type InEmbedTenant = InTenant & { embedTenant: string }
type EmbedGroup = InEmbedTenant & { namespace: GroupNamespace; name: string }

/** One thing a sequence does. `pick` chooses among what the sequence has made so far. */
export type Step =
  | ({ kind: 'mint' } & Mint)
  | { kind: 'mint at once'; mints: Mint[] }
  | { kind: 'mint again'; pick: number }
  | { kind: 'exchange'; pick: number }
  | ({ kind: 'create group'; name: string; description: string | null } & InTenant)
  | ({ kind: 'delete group'; name: string } & InTenant)
  | ({ kind: 'create attribute'; name: string; type: AttributeType; texts: AttributeTexts } & InTenant)
  | ({ kind: 'update attribute'; name: string; texts: AttributeTexts } & InTenant)
  | ({ kind: 'delete attribute'; name: string } & InTenant)
  | ({ kind: 'create embed group'; description: string | null } & EmbedGroup)
  | ({ kind: 'delete embed group' } & EmbedGroup)
  | ({ kind: 'add members'; externalIds: string[] } & EmbedGroup)
  | ({ kind: 'remove members'; externalIds: string[] } & EmbedGroup)
  | ({ kind: 'delete embed attribute'; name: string } & InEmbedTenant)
  | ({ kind: 'delete embed tenant' } & InEmbedTenant)
  | ({ kind: 'set value'; person: Person; attribute: string; value: AttributeValue | null } & InTenant)
  | ({ kind: 'revoke user'; person: Person } & InTenant)
  | ({ kind: 'revoke embed tenant' } & InEmbedTenant)
  | { kind: 'look' }

/** What a step was answered, or what is there to be seen: plain JSON in one order, so that two of them compare as they are. */
export type Seen = { [name: string]: Json }
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/**
 * What every tenant starts a sequence with, so that most requests have something to name: groups and attributes of the whole
 * tenant, and one embed tenant with a group in either namespace, an attribute
 * and a user who is in the group of `tenantGroups` and has values.
 */
export const start = {
  groups: ['red', 'blue'],
  attributes: [
    { name: 'region', type: 'string', defaultValue: 'eu', isTrusted: true },
    { name: 'score', type: 'number', defaultValue: null, isTrusted: true },
    { name: 'plan', type: 'string', defaultValue: 'free', isTrusted: false },
  ],
  embedTenant: 'first',
  embedGroup: 'red',
  embedAttribute: { name: 'region', type: 'string', defaultValue: 'us', isTrusted: true },
  externalId: 'ann',
  /** What the user has of `region`, tenant-wide and in the embed tenant. */
  value: 'de',
  embedValue: 'fr',
} as const

/** The one internal user of each tenant, as a sequence calls it. */
export const internalName = 'someone'

/** Refusals that came after the catalogs were asked, when a part could have been written already: what is stored is compared at once. */
export const lateRefusals = new Set([
  'attribute_type_conflict',
  'user_attributes_not_found',
  'groups_not_found',
  'user_attribute_value_mismatch',
])

/** Steps after which the groups and attributes of the whole tenant are no longer those of the start. */
export const changesTenantWide = ({ kind }: Step): boolean => /^(create|update|delete) (group|attribute)$/.test(kind)
