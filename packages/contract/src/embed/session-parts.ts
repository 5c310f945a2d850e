import { AttributeName, AttributeType, attributeTexts, AttributeValue } from '../identity/user-attributes.ts'
import { GroupDescription, GroupName } from '../identity/groups.ts'
import { NoEffect } from '../no-effect.ts'
import { Maybe, Nullable, schema, strictSchema, type Static, Text, Type } from '../schema.ts'

/** How much one session request may name. */
export const sessionLimits = { groups: 1000, attributes: 200, definitions: 200, settingsBytes: 4096 } as const

const Colour = Text(100, { pattern: '^[#a-zA-Z0-9(),.%/ -]*$', description: 'A CSS colour.' })
const Font = Text(200, { pattern: '^[a-zA-Z0-9 ,.\'"_-]*$', description: 'A CSS font family.' })

/** `of` begins the names of the schemas: what is sent and what is answered have names of their own. */
const embedThemeOf = (of: string) =>
  schema(`${of}Theme`, {
    primaryColor: Maybe(Colour),
    font: Maybe(Font),
    analyticsChat: Maybe(
      schema(`${of}ThemeAnalyticsChat`, {
        backgroundColor: Maybe(NoEffect(Colour)),
        chatInput: Maybe(schema(`${of}ThemeChatInput`, { backgroundColor: Maybe(NoEffect(Colour)), borderColor: Maybe(NoEffect(Colour)) })),
      }),
    ),
    chat: Maybe(schema(`${of}ThemeChat`, { inputColor: Maybe(NoEffect(Colour)) })),
  })

export const EmbedTheme = embedThemeOf('Embed')
export const UserEmbedTheme = embedThemeOf('UserEmbed')
export type UserEmbedTheme = Static<typeof UserEmbedTheme>

export const EmbedSessionSettings = schema(
  'EmbedSessionSettings',
  {
    showDashboardChat: Maybe(NoEffect(Type.Boolean({ description: 'Overrides the account setting for embedded dashboards.' }))),
  },
  { description: 'Flags this build does not know are kept with the session and have no effect. 4 kB in all.' },
)

export const EmbedUserProfile = strictSchema(
  'EmbedUserProfile',
  {
    displayName: Maybe(Text(200, { description: 'Shown next to the avatar.' })),
    picture: Maybe(
      Text(2000, { description: 'Absolute http or https address. Only the syntax is looked at: the browser of the end user loads it.' }),
    ),
  },
  { description: 'Kept on the external user. What is left out stays as it was.' },
)

export const EmbedTenantProfile = strictSchema('EmbedTenantProfile', { displayName: Maybe(Text(200)) })

const definition = { name: GroupName, description: Maybe(GroupDescription) }
export const GroupDefinition = strictSchema('GroupDefinition', definition, {
  description: 'An existing group of the name is used as it is; a description that differs is taken over and never cleared.',
})

export const UserAttributeDefinition = strictSchema(
  'UserAttributeDefinition',
  { name: AttributeName, type: AttributeType, ...attributeTexts },
  { description: 'An existing attribute of the name is used; texts that differ are taken over. Its type never changes.' },
)

export const SessionAttribute = strictSchema('UserAttributeValueInput', {
  name: AttributeName,
  value: Type.Optional(Nullable(AttributeValue)),
})

const names = (description: string) => Maybe(Type.Array(GroupName, { maxItems: sessionLimits.groups, description }))

export const sessionLists = {
  groups: names(
    'Left out: memberships stay. `[]` clears them. A list replaces them. Tenant-wide groups; in creator mode with an embed tenant, groups of that embed tenant.',
  ),
  tenantGroups: names('Groups of the embed tenant, apart from `groups`. Left out, empty or a list as there.'),
  userAttributes: Maybe(
    Type.Array(SessionAttribute, {
      maxItems: sessionLimits.attributes,
      description: 'Values of the user; null clears, a missing value changes nothing, attributes that are not named stay.',
    }),
  ),
  groupDefinitions: Maybe(Type.Array(GroupDefinition, { maxItems: sessionLimits.definitions })),
  tenantGroupDefinitions: Maybe(Type.Array(GroupDefinition, { maxItems: sessionLimits.definitions })),
  userAttributeDefinitions: Maybe(Type.Array(UserAttributeDefinition, { maxItems: sessionLimits.definitions })),
}
