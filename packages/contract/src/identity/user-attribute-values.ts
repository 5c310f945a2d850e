import { operation } from '../operation.ts'
import { Id, Maybe, Nullable, schema, type Static, Text, Type } from '../schema.ts'
import { AttributeType, AttributeValue } from './user-attributes.ts'

export const UserAttributeValue = schema('UserAttributeValue', {
  userId: Id,
  userAttributeId: Id,
  name: Type.String(),
  type: AttributeType,
  displayName: Maybe(Type.String()),
  description: Maybe(Type.String()),
  value: Type.Optional(Nullable(AttributeValue)),
  formattedValue: Maybe(Type.String({ description: 'The value as text, lists separated by commas.' })),
})
export type UserAttributeValue = Static<typeof UserAttributeValue>

const exampleValue: UserAttributeValue = {
  userId: 7,
  userAttributeId: 61,
  name: 'region',
  type: 'string',
  value: 'eu',
  formattedValue: 'eu',
}
const IdText = Text(20, { minLength: 1, pattern: '^[1-9][0-9]{0,15}$', description: 'An id, as text.' })
const common = { tag: 'User Attribute Values', action: 'All', reach: 'embed_tenant', credentials: ['api_key'] } as const

export const getUserAttributeValues = operation({
  ...common,
  id: 'getUserAttributeValues',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/user-attribute-values/{userId}',
  summary: 'Get the attribute values of a user, one entry per tenant-wide definition, oldest first',
  description:
    'The user is internal or external; to a key scoped to embed tenants those are the external users of these, and nobody else is found. A user without a value of its own shows the default of the definition; without one, null.',
  params: Type.Object({ userId: Id }),
  returns: Type.Array(UserAttributeValue),
  failures: ['user_not_found'],
  example: { params: { userId: 7 }, returns: [exampleValue] },
})

export const upsertUserAttributeValue = operation({
  ...common,
  id: 'upsertUserAttributeValue',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/user-attribute-values',
  summary: 'Set the value a user has of an attribute',
  description:
    'Null, or no value, clears it. The user is internal or external; sessions already minted keep what they were minted with. A key scoped to embed tenants finds users of these.',
  body: schema('UserAttributeValueCreateInput', {
    userId: IdText,
    userAttributeId: IdText,
    value: Type.Optional(Nullable(AttributeValue)),
  }),
  returns: UserAttributeValue,
  failures: ['user_not_found', 'user_attribute_not_found', 'user_attribute_value_mismatch'],
  audit: ['user', 'external_user', 'user_attribute'],
  example: { body: { userId: '7', userAttributeId: '61', value: 'eu' }, returns: exampleValue },
})
