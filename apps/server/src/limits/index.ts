/** What a node has only so much of, shared between tenants so that none of them can take it all. Pure: knows no tenant, no request. */
export { type Bulkhead, type BulkheadLimits, type BulkheadObserver, createBulkhead, type Entry, type Release } from './bulkhead.ts'
