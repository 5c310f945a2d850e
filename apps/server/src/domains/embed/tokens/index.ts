/** Sessions into tokens: exchanged once, renewed in place, signed with keys anyone can check. */
export { exchangeSession } from './exchange-session.ts'
export { getEmbedKeys } from './get-embed-keys.ts'
export { renewSession } from './renew-session.ts'
