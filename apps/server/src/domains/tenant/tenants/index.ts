/** Tenants: made and recovered by the operator, from the command line. */
export { type AdminKey, createTenant, findTenantId, listTenantIds, recoverAdmin } from './bootstrap.ts'
export { eachTenant } from './tenant-queries.ts'
