import type { EmbedIdentity } from '#access'
import { parseDefault } from '#domains/identity/user-attributes'

type Attribute = EmbedIdentity['attributes'][number]

/** The user's own value, else the default of the definition, else nothing. */
export const effectiveValue = ({ type, value, default: text }: Omit<Attribute, 'name'>): unknown =>
  value ?? (text === null ? undefined : parseDefault(type, text)) ?? undefined

export const userAttributesOf = (identity: Pick<EmbedIdentity, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(
    identity.attributes.flatMap((attribute) => {
      const value = effectiveValue(attribute)
      return value === undefined ? [] : [[attribute.name, value]]
    }),
  )

/** Groups as policies know them: the frozen ones, and the one every user of an embed tenant is in. */
export const contextGroupsOf = ({ groups, embedTenantName }: Pick<EmbedIdentity, 'groups' | 'embedTenantName'>): string[] =>
  embedTenantName === null ? groups : [...groups, `system:tenant:${embedTenantName}`]

/** What a query sees of its user. `cubeCloud` is ours and comes last, so that nothing sent by a caller can stand in its place. */
export const securityContextOf = (identity: EmbedIdentity, document: Record<string, unknown>): Record<string, unknown> => ({
  ...(document['securityContext'] as Record<string, unknown> | undefined),
  cubeCloud: { username: identity.username, groups: contextGroupsOf(identity), userAttributes: userAttributesOf(identity) },
})
