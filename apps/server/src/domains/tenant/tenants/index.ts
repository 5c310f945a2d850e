/** Tenants: made and recovered by the operator, from the command line. */
export { type AdminKey, createTenant, recoverAdmin } from './bootstrap.ts'
export { eachTenant } from './tenant-queries.ts'
