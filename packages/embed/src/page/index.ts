/** The page's end of what the SDK and the page in the frame say to each other, and what hosts without an SDK hear. */
export { type Accepted, acceptHost, modeOf, originAround } from './accept-host.ts'
export { observeHeight } from './height.ts'
export { type Action, type LegacyHost, openLegacyHost, readAction } from './legacy-host.ts'
export { problemOf, renewToken, type Token } from './renew-token.ts'
export { type Handlers, type Host, serveHost } from './serve-host.ts'
export { EmbedError, type Problem } from '../error.ts'
export type { Change, Filters, FilterValue, Granted, Live, Ready, Scheme, Started, Theme, Why } from '../protocol/messages.ts'
