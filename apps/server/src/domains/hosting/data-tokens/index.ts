/** Tokens for the data API, and who a caller is to a query. */
export { contextOfOwner } from './context-of-owner.ts'
export { getOwnIdentity, getProductionEnvironment } from './caller-context-queries.ts'
