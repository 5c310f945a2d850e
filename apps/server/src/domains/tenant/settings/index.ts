/** Settings of the tenant, the reference's and our own further ones. */
export { getTenantSettings } from './get-tenant-settings.ts'
export { getSettings } from './settings-queries.ts'
export { updateTenantSettings } from './update-tenant-settings.ts'
