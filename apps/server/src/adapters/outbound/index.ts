/** The one guard of everything that dials out: what a URL means, which addresses it may lead to, and no others afterwards. */
export { createOutbound, type Destination, type HostGuard, type Outbound, pinnedLookup } from './outbound.ts'
export { readRemoteUrl, type RemoteKind, type RemoteUrl, type UrlProblem } from './remote-url.ts'
export type { Lookup } from './system-lookup.ts'
