/** API keys: secrets shown once, owned by a user or a service account, never more than what made them. */
export { insertKey } from './api-key-queries.ts'
