/** Sessions for tokens: what uses a session up, and what signs. */
export { exchange, sessionItem, sessionRevoked, tokenFor } from './exchange.ts'
