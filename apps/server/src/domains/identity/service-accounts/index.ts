/** Service accounts: owners of keys that must survive the person who made them. */
export { createServiceAccount } from './create-service-account.ts'
export { deleteServiceAccount } from './delete-service-account.ts'
export { listServiceAccounts } from './list-service-accounts.ts'
export { findOwnerActions } from './service-account-queries.ts'
