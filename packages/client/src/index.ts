export {
  type Client,
  createClient,
  type DocumentAnswer,
  type ListItem,
  type ListOperationId,
  type OperationId,
  type OperationInput,
  type OperationOutput,
} from './client.ts'
export type { DbtSyncHelpers, EndedSync, SyncWaitOptions } from './dbt-sync.ts'
export { type AnyFailureCode, type ClientFailureCode, FacetFailure } from './failure.ts'
export type * from './generated/index.ts'
export type { OperationTypes } from './generated/operations.ts'
export type { CallOptions } from './operation.ts'
export type { RetryOptions, Wait } from './retry.ts'
export type { ClientOptions, Fetch, Key } from './settings.ts'
