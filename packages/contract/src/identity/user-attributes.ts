import { operation } from '../operation.ts'
import { offsetCap, offsetQuery, page, pageQuery } from '../paging.ts'
import { Id, Maybe, OneOf, schema, type Static, Text, Type } from '../schema.ts'

export const attributeTypes = ['string', 'number', 'boolean', 'string_array', 'number_array'] as const
export const AttributeType = OneOf('UserAttributeType', [...attributeTypes])
export type AttributeType = Static<typeof AttributeType>

/** Characters of a text value and entries of a list: what a policy can use, not a store for documents. */
export const attributeValueLimits = { text: 4000, entries: 1000 } as const

const Finite = Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE })
const ValueText = Text(attributeValueLimits.text)
export const AttributeValue = Type.Union([
  ValueText,
  Finite,
  Type.Boolean(),
  Type.Array(ValueText, { maxItems: attributeValueLimits.entries }),
  Type.Array(Finite, { maxItems: attributeValueLimits.entries }),
])
export type AttributeValue = Static<typeof AttributeValue>

export const AttributeName = Text(100, { minLength: 1 })
export const attributeTexts = {
  displayName: Maybe(Text(200)),
  description: Maybe(Text(1000)),
  defaultValue: Maybe(Text(attributeValueLimits.text, { description: 'Of a list or a boolean: JSON, or a list separated by commas.' })),
}

export const UserAttribute = schema('UserAttribute', {
  id: Id,
  name: Type.String(),
  type: AttributeType,
  displayName: Maybe(Type.String()),
  description: Maybe(Type.String()),
  defaultValue: Maybe(Type.String()),
  trusted: Type.Boolean({ description: 'Only trusted attributes reach the security context; one that users edit themselves is not.' }),
})
export type UserAttribute = Static<typeof UserAttribute>

const Trusted = Maybe(Type.Boolean({ description: 'True when left out. False for what users may edit themselves: no policy sees it.' }))

const exampleAttribute: UserAttribute = { id: 61, name: 'region', type: 'string', displayName: 'Region', defaultValue: 'eu', trusted: true }
const common = { tag: 'User Attributes', reach: 'tenant', credentials: ['api_key'] } as const
const Params = Type.Object({ userAttributeId: Id })

export const getUserAttributes = operation({
  ...common,
  id: 'getUserAttributes',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/user-attributes',
  summary: 'List the tenant-wide attribute definitions, oldest first',
  description: '`name` finds the one definition of that name, `type` those of that type.',
  query: Type.Object({ ...pageQuery, ...offsetQuery, name: Maybe(Text(100)), type: Maybe(AttributeType) }),
  returns: Type.Object(
    {
      ...page('UserAttributesListResponse', UserAttribute).properties,
      count: Type.Integer({ minimum: 0, description: `Counted up to ${offsetCap}.` }),
    },
    { title: 'UserAttributesListResponse' },
  ),
  failures: ['invalid_cursor', 'mixed_paging'],
  action: 'AIBIView',
  example: {
    query: { type: 'string' },
    returns: { items: [exampleAttribute], data: [exampleAttribute], count: 1, pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
})

export const createUserAttribute = operation({
  ...common,
  id: 'createUserAttribute',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/user-attributes',
  summary: 'Define a tenant-wide attribute',
  description: 'Name and type are for good: delete and define again to change them. `defaultValue` must fit the type.',
  body: schema('UserAttributeCreateInput', { name: AttributeName, type: AttributeType, ...attributeTexts, trusted: Trusted }),
  returns: UserAttribute,
  failures: ['user_attribute_name_taken', 'user_attribute_value_mismatch', 'user_attribute_limit'],
  action: 'All',
  idempotency: 'plain',
  audit: ['user_attribute'],
  example: { body: { name: 'region', type: 'string', displayName: 'Region', defaultValue: 'eu' }, returns: exampleAttribute },
})

export const updateUserAttribute = operation({
  ...common,
  id: 'updateUserAttribute',
  method: 'PUT',
  database: 'whole',
  path: '/api/v1/user-attributes/{userAttributeId}',
  summary: 'Change the texts, the default or the trust of an attribute; name and type stay',
  description:
    'A field left out, or null, keeps its value; an empty text clears it. Taking the trust away ends no session: it holds from the next one on.',
  params: Params,
  body: schema('UserAttributeUpdateInput', { ...attributeTexts, trusted: Maybe(Type.Boolean()) }),
  returns: UserAttribute,
  failures: ['user_attribute_not_found', 'user_attribute_value_mismatch'],
  action: 'All',
  audit: ['user_attribute'],
  example: {
    params: { userAttributeId: 61 },
    body: { displayName: 'Sales region' },
    returns: { ...exampleAttribute, displayName: 'Sales region' },
  },
})

export const deleteUserAttribute = operation({
  ...common,
  id: 'deleteUserAttribute',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/user-attributes/{userAttributeId}',
  summary: 'Delete an attribute and every value of it',
  params: Params,
  returns: schema('UserAttributeDeleteResponse', { success: Type.Boolean() }),
  failures: ['user_attribute_not_found'],
  action: 'All',
  audit: ['user_attribute'],
  own: true,
  example: { params: { userAttributeId: 61 }, returns: { success: true } },
})
