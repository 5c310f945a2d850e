import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, schema, strictSchema, type Static, Text, Timestamp, Type } from '../schema.ts'

export const ServiceAccount = schema('ServiceAccount', {
  id: Id,
  name: Type.String(),
  roles: Type.Array(Type.String()),
  createdAt: Timestamp,
})
export type ServiceAccount = Static<typeof ServiceAccount>

const exampleAccount: ServiceAccount = { id: 31, name: 'storefront-backend', roles: ['Developer'], createdAt: '2026-11-15T09:30:00.000Z' }
const common = { tag: 'Service Accounts', action: 'All', reach: 'tenant', credentials: ['api_key'], own: true } as const

export const listServiceAccounts = operation({
  ...common,
  id: 'listServiceAccounts',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/service-accounts',
  summary: 'List service accounts: owners of keys that must outlive any one person',
  query: PageQuery,
  returns: page('ServiceAccountsListResponse', ServiceAccount),
  failures: ['invalid_cursor'],
  example: { returns: { items: [exampleAccount], data: [exampleAccount], pageInfo: { hasNextPage: false, hasPreviousPage: false } } },
})

export const createServiceAccount = operation({
  ...common,
  id: 'createServiceAccount',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/service-accounts',
  summary: 'Create a service account with one role',
  body: strictSchema('CreateServiceAccountInput', {
    name: Text(100, { minLength: 1, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$', description: 'Lowercase letters, digits and dashes.' }),
    role: Text(100, { minLength: 1, description: 'Name of a role: Admin, Developer, Explorer, Viewer.' }),
  }),
  returns: ServiceAccount,
  failures: ['service_account_name_taken', 'role_not_found'],
  idempotency: 'plain',
  audit: ['service_account'],
  example: { body: { name: 'storefront-backend', role: 'Developer' }, returns: exampleAccount },
})

export const deleteServiceAccount = operation({
  ...common,
  id: 'deleteServiceAccount',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/service-accounts/{serviceAccountId}',
  summary: 'Delete a service account and every key it owns, at once and everywhere',
  params: Type.Object({ serviceAccountId: Id }),
  returns: schema('ServiceAccountDeleteResponse', { success: Type.Boolean() }),
  failures: ['service_account_not_found'],
  audit: ['service_account', 'api_key'],
  example: { params: { serviceAccountId: 31 }, returns: { success: true } },
})
