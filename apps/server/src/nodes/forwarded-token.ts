import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

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

type Claims = Forwarded & { to: string; expiresAtMs: number }

const label = 'facet cluster token 1'
const ttlMs = 10_000
const maxTokenLength = 8192

const clusterKey = (rootKey: Buffer): Buffer => Buffer.from(hkdfSync('sha256', rootKey, '', label, 32))

const claimsOf = (payload: string): Claims => JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims

/**
 * Signed with a key that only the nodes can derive, for one address and one request, ending by the database's clock: those of
 * the processes may be wrong. Not for one process: that another has taken its place is not known to the others at once. While
 * the root key is replaced a token is signed with both, so that nodes which know only the older or only the newer accept it.
 */
export const createForwardedTokens = (
  ownAddress: () => string | null,
  rootKeys: { current: Buffer; previous: Buffer | null },
  databaseNowMs: () => number,
): ForwardedTokens => {
  const keys = [rootKeys.current, rootKeys.previous].flatMap((rootKey) => (rootKey ? [clusterKey(rootKey)] : []))
  const macsOf = (payload: string, { method, url }: ForwardedRequest): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(`${method} ${url} ${payload}`).digest())
  const isSigned = (payload: string, macs: string[], request: ForwardedRequest): boolean => {
    const sent = macs.map((mac) => Buffer.from(mac, 'base64url'))
    return macsOf(payload, request).some((mac) => sent.some((other) => other.length === mac.length && timingSafeEqual(other, mac)))
  }
  return {
    sign: (to, request, forwarded) => {
      const claims: Claims = { ...forwarded, to, expiresAtMs: databaseNowMs() + ttlMs }
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return [payload, ...macsOf(payload, request).map((mac) => mac.toString('base64url'))].join('.')
    },
    read: (token, request) => {
      if (typeof token !== 'string' || token.length > maxTokenLength) return null
      const [payload = '', ...macs] = token.split('.')
      // Nothing of a payload is looked at before it is known to come from a node.
      if (macs.length > 2 || !isSigned(payload, macs, request)) return null
      const { to, expiresAtMs, ...forwarded } = claimsOf(payload)
      return to === ownAddress() && forwarded.requestId === request.requestId && databaseNowMs() < expiresAtMs ? forwarded : null
    },
  }
}
