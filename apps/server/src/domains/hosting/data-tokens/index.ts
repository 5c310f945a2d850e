/** Tokens for the data API, and who a caller is to a query. */
export { getOwnIdentity, getProductionEnvironment } from './caller-context-queries.ts'
