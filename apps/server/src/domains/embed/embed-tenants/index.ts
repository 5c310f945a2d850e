/** Embed tenants: customers of a tenant, their external users and the attributes of these. */
export { countExternalUsers, embedUserColumns, type EmbedUserRow } from './embed-user-queries.ts'
export { embedUserView } from './embed-user-view.ts'
export { externalIdProblem } from './external-id-rules.ts'
export { purgeEmbedTenant } from './purge-embed-tenant.ts'
export { type EmbedTenantAccess, extendEmbedTenant, lockEmbedTenant, requireEmbedTenant } from './require-embed-tenant.ts'
