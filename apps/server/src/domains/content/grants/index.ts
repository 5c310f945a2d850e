/** Whom items and dashboards are shared with: the one place that writes grants, and what a key that names embed tenants may do of that. */
export { type Grantee, type Granted, type ResourceKind, setGrant } from './grant-queries.ts'
export { isOfKey, requireAllOfKey, requireOfKey } from './key-embed-tenants.ts'
