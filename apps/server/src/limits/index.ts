/** What a node has only so much of, shared between tenants so that none of them can take it all. Pure: knows no tenant, no request. */
export {
  type Bulkhead,
  type BulkheadLimits,
  type BulkheadObserver,
  type BulkheadRefusal,
  createBulkhead,
  type Entry,
  type Release,
  WaitTimeout,
} from './bulkhead.ts'
export { type ByteBudget, createByteBudget, type HeldBytes } from './byte-budget.ts'
export { networkOf, plainAddress } from './network.ts'
export { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
