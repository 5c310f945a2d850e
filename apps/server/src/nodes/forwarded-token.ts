import { createNodeTokens, type RootKeys } from './node-token.ts'

/** What one node tells another about a request it passes on, and all that the other believes without asking. */
export type Forwarded = {
  tenantId: number
  /** The host name that selected the tenant. */
  host: string
  /** Scheme and host as the caller used them. */
  origin: string
  /** The caller's, not the passing node's. */
  address: string
  requestId: string
}

/** The request a token is bound to; replayed with another it says nothing. */
export type ForwardedRequest = { method: string; url: string; requestId: string }

export type ForwardedTokens = {
  /** For the node at this address, and for one that is started there in its place. */
  sign: (to: string, request: ForwardedRequest, forwarded: Forwarded) => string
  /** What the token says, if it was made for this address and this request a moment ago. */
  read: (token: unknown, request: ForwardedRequest) => Forwarded | null
}

/** For one address and one request. Not for one process: that another has taken its place is not known to the others at once. */
export const createForwardedTokens = (
  ownAddress: () => string | null,
  rootKeys: RootKeys,
  databaseNowMs: () => number,
): ForwardedTokens => {
  const tokens = createNodeTokens<Forwarded>({ label: 'facet cluster token 1', self: ownAddress, rootKeys, databaseNowMs })
  const boundTo = ({ method, url }: ForwardedRequest): string => `${method} ${url}`
  return {
    sign: (to, request, forwarded) => tokens.sign(to, boundTo(request), forwarded),
    read: (token, request) => {
      const forwarded = tokens.read(token, boundTo(request))
      return forwarded?.requestId === request.requestId ? forwarded : null
    },
  }
}
