/** Ending sessions that stand on something an administrator took away, in the transaction that takes it. */
export { endSession, endSessions, extendCatalog, lockCatalog, type RevokedKind, tenantWide } from './revocation-queries.ts'
