/** Settings of the tenant, the reference's and our own further ones. */
export { getSettings } from './settings-queries.ts'
