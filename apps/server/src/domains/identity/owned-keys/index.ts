/** The keys that a user or a service account owns: they end with their owner, each by name in the trail. */
export { removeKeysOf } from './owned-key-queries.ts'
