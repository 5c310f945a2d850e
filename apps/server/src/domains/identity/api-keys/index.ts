/** API keys: secrets shown once, owned by a user or a service account, never more than what made them. */
export { insertKey } from './api-key-queries.ts'
export { createApiKey } from './create-api-key.ts'
export { deleteApiKey } from './delete-api-key.ts'
export { getApiKey } from './get-api-key.ts'
export { listApiKeys } from './list-api-keys.ts'
