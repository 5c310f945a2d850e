import type { AttributeType, AttributeValue, GenerateSession, GroupNamespace } from '@facet/contract'

/** The tenants of a lane. Only the first has creator mode. Both use the same names, so that a leak between them is noticed. */
export type Side = 0 | 1

/** A session request with the short names of the model. */
export type Mint = { side: Side; isDeploymentKnown: boolean; body: Omit<GenerateSession, 'deploymentId'> }

/** An external user, with or without an embed tenant. */
export type Person = { embedTenant: string | null; externalId: string }

/** Changes of an attribute. Omitted texts are kept. */
export type AttributeTexts = { displayName?: string; description?: string; defaultValue?: string; trusted?: boolean }

type InTenant = { side: Side }
type InEmbedTenant = InTenant & { embedTenant: string }
export type EmbedGroup = InEmbedTenant & { namespace: GroupNamespace; name: string }

/** A step of a sequence. `pick` chooses one of the requests or sessions so far. */
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

export type StepOf<Name extends Step['kind']> = Extract<Step, { kind: Name }>

/** The response to a step, or the content of the service, as JSON with a fixed order, so that both sides compare deeply. */
export type Answer = { [name: string]: Json }
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The state of each tenant before a sequence. The user belongs to the group of `tenantGroups` and has values. */
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
  /** The user's values of `region`, in the tenant and in the embed tenant. */
  value: 'de',
  embedValue: 'fr',
} as const

/** The internal user of each tenant. */
export const internalName = 'someone'

/** Failures after the service has read the catalogs. The stored content is compared at once, to detect partial writes. */
export const lateRefusals = new Set([
  'attribute_type_conflict',
  'user_attributes_not_found',
  'groups_not_found',
  'user_attribute_value_mismatch',
])

/** Steps that change the groups and attributes of the tenant itself. */
export const changesTenantWide = ({ kind }: Step): boolean => /^(create|update|delete) (group|attribute)$/.test(kind)

export const byName = <T extends { name: string }>(entries: Iterable<T>): T[] => [...entries].toSorted((a, b) => (a.name < b.name ? -1 : 1))
