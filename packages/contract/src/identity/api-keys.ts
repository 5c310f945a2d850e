import { operation, presets } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, Maybe, Nullable, OneOf, schema, strictSchema, type Static, Text, Timestamp, Type } from '../schema.ts'

const KeyPreset = OneOf('KeyPreset', [...presets])

const scopeFields = {
  deploymentIds: Maybe(
    Type.Array(Id, {
      maxItems: 1000,
      description:
        'Deployments the key acts on, mints for, and whose sessions it sees; null = every one its owner may. Such a key acts on nothing else of the tenant.',
    }),
  ),
  preset: Maybe(KeyPreset),
  operations: Maybe(
    Type.Array(Text(100), { maxItems: 200, description: 'Operation ids the key may call; null = those of the preset, or every one.' }),
  ),
  embedTenants: Maybe(
    Type.Array(Text(36), {
      maxItems: 1000,
      description:
        'Embed tenants the key manages, mints for (external users only), and whose sessions it sees; null = every one. Such a key acts on nothing else of the tenant.',
    }),
  ),
  origins: Maybe(Type.Array(Text(300), { maxItems: 100, description: 'Browser origins the key may be used from; null = no check.' })),
  tenantWide: Maybe(
    Type.Boolean({
      description:
        'Lets a key scoped to deployments or embed tenants act on the rest of the tenant as well: on what belongs to none of either, and on those of the kind it does not name.',
    }),
  ),
}

export const ApiKeyScope = schema('ApiKeyScope', scopeFields)
export type ApiKeyScope = Static<typeof ApiKeyScope>

const keyFields = {
  id: Id,
  name: Type.String(),
  ownerId: Id,
  ownerKind: OneOf('KeyOwnerKind', ['user', 'service_account']),
  hint: Type.String({ description: 'First and last characters of the secret, to tell keys apart.' }),
  scope: ApiKeyScope,
  createdAt: Timestamp,
  createdByKeyId: Nullable(Id),
  expiresAt: Nullable(Timestamp),
}
export const ApiKey = schema('ApiKey', keyFields)
export type ApiKey = Static<typeof ApiKey>

const exampleKey: ApiKey = {
  id: 12,
  name: 'storefront backend',
  ownerId: 31,
  ownerKind: 'service_account',
  hint: 'sk-Qm3…x9A',
  scope: { preset: 'mint-only', deploymentIds: [1042] },
  createdAt: '2026-11-15T09:30:00.000Z',
  createdByKeyId: null,
  expiresAt: null,
}

const common = { tag: 'API Keys', action: null, reach: 'caller', credentials: ['api_key'], own: true } as const
const KeyParams = Type.Object({ apiKeyId: Id })

export const listApiKeys = operation({
  ...common,
  id: 'listApiKeys',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/api-keys',
  summary: 'List API keys, oldest first: an administrator sees all of the tenant, others their own',
  description:
    'A key scoped to deployments or embed tenants shows, reads and deletes itself and the keys it made, and no others of its owner, unless it is `tenantWide`.',
  query: PageQuery,
  returns: page('ApiKeysListResponse', ApiKey),
  failures: ['invalid_cursor'],
  example: { returns: { items: [exampleKey], data: [exampleKey], pageInfo: { hasNextPage: false, hasPreviousPage: false } } },
})

export const getApiKey = operation({
  ...common,
  id: 'getApiKey',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/api-keys/{apiKeyId}',
  summary: 'Get one API key; the secret is never shown again',
  params: KeyParams,
  returns: ApiKey,
  failures: ['api_key_not_found'],
  example: { params: { apiKeyId: 12 }, returns: exampleKey },
})

export const CreateApiKeyInput = strictSchema('CreateApiKeyInput', {
  name: Text(100, { minLength: 1 }),
  serviceAccountId: Maybe(Id),
  expiresAt: Maybe(Type.String({ format: 'date-time' })),
  ...scopeFields,
})
export type CreateApiKeyInput = Static<typeof CreateApiKeyInput>

export const createApiKey = operation({
  ...common,
  id: 'createApiKey',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/api-keys',
  summary: 'Create an API key and show its secret once',
  description:
    'The key belongs to the caller, or to a service account when an administrator whose key reaches the whole tenant names one. A key cannot make more than itself: what is left out is taken over from the ' +
    'key that makes it, and asking for a wider scope, a later expiry or an owner with more rights is refused. `tenantWide` is taken over only together with the deployments and embed tenants it was given with. A person or service account has at most as many keys as the operator allows (100 unless set), expired ones counted until they are deleted.',
  body: CreateApiKeyInput,
  returns: schema('CreatedApiKey', { ...keyFields, secret: Type.String({ description: 'Shown this once.' }) }),
  failures: ['key_exceeds_creator', 'owner_not_found', 'api_key_limit'],
  idempotency: 'sealed',
  audit: ['api_key', 'user', 'service_account'],
  example: {
    body: { name: 'storefront backend', preset: 'mint-only', deploymentIds: [1042] },
    returns: { ...exampleKey, secret: 'sk-Qm3kQ0m2Zr7uYw5TqvK1bN8cXeHfJdLgPsVaRi4tU6o' },
  },
})

export const deleteApiKey = operation({
  ...common,
  id: 'deleteApiKey',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/api-keys/{apiKeyId}',
  summary: 'Delete an API key; every process refuses it within a second',
  params: KeyParams,
  returns: schema('ApiKeyDeleteResponse', { success: Type.Boolean() }),
  failures: ['api_key_not_found'],
  audit: ['api_key', 'user', 'service_account'],
  example: { params: { apiKeyId: 12 }, returns: { success: true } },
})
