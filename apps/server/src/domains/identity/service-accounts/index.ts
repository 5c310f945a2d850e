/** Service accounts: owners of keys that must survive the person who made them. */
export { findOwnerActions } from './service-account-queries.ts'
