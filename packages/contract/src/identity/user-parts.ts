import type { TObject, TProperties } from 'typebox'
import { Id, Itself, JsonObject, Maybe, OneOf, schema, type Static, Text, Timestamp, Type } from '../schema.ts'

export const UserAlias = schema('UserAlias', {
  id: Id,
  userId: Id,
  username: Type.String(),
  source: OneOf('UserAliasSource', ['ldap', 'saml', 'scim', 'manual']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const userSettingsFields = {
  alternatingRowColors: Maybe(Type.Boolean()),
  lastSeenChangelogId: Maybe(Type.Integer()),
  locale: Maybe(Text(100)),
  theme: Maybe(Text(100)),
  timezone: Maybe(Text(100)),
}
const UserSettings = schema('UserSettings', userSettingsFields)

type Fields<P extends TProperties> = Static<TObject<P>>

const userFields = {
  id: Id,
  email: Type.String({ description: 'Of a service account: its name, which no mail reaches.' }),
  username: Type.String(),
  isAdmin: Type.Boolean(),
  notifications: JsonObject,
  firstName: Maybe(Type.String()),
  title: Maybe(Type.String()),
  picture: Maybe(Type.String()),
  externalId: Maybe(Type.String()),
  samlId: Maybe(Type.String()),
  gitUser: Maybe(Type.String()),
  activeRoleId: Maybe(Id),
  aliases: Maybe(Type.Array(UserAlias)),
  defaultRoles: Maybe(Type.Array(Type.String())),
  isDeactivated: Maybe(Type.Boolean()),
  lastLogin: Maybe(Timestamp),
  settings: Maybe(UserSettings),
  tosAccepted: Maybe(JsonObject),
  createdAt: Maybe(Timestamp),
  updatedAt: Maybe(Timestamp),
}
const impersonationFields = { expiresAt: Maybe(Timestamp), startedAt: Maybe(Timestamp) }

type WholeUser = Fields<typeof userFields> & {
  impersonation?: (Fields<typeof impersonationFields> & { impersonatedUser?: WholeUser | null }) | null
}

export const User = schema('User', {
  ...userFields,
  impersonation: Maybe(schema('UserImpersonation', { ...impersonationFields, impersonatedUser: Maybe(Itself<WholeUser>('User')) })),
})
export type User = Static<typeof User>

/** Those that hold themselves: whoever reads a schema alone has to know them by name. */
export const circularSchemas = { User }
