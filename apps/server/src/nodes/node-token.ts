import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type RootKeys = { current: Buffer; previous: Buffer | null }

/** What one node tells another about something it sends there, and all that the other believes without asking. */
export type NodeTokens<Said extends object> = {
  /** `boundTo` is what the token goes with; beside anything else it says nothing. */
  sign: (to: string, boundTo: string, said: Said) => string
  /** What the token says, if it was made for this node and this thing a moment ago. */
  read: (token: unknown, boundTo: string) => Said | null
}

type Claims = { to: string; expiresAtMs: number }

type Making = {
  /** Of this kind of token: the key of another kind is another one. */
  label: string
  /** Whom tokens for this node are made out to. */
  self: () => string | null
  rootKeys: RootKeys
  databaseNowMs: () => number
}

const ttlMs = 10_000
const maxTokenLength = 8192

/**
 * Signed with a key that only the nodes can derive, ending by the database's clock: those of the processes may be wrong. While the
 * root key is replaced a token is signed with both, so that nodes which know only the older or only the newer accept it.
 */
export const createNodeTokens = <Said extends object>({ label, self, rootKeys, databaseNowMs }: Making): NodeTokens<Said> => {
  const keys = [rootKeys.current, rootKeys.previous].flatMap((rootKey) =>
    rootKey ? [Buffer.from(hkdfSync('sha256', rootKey, '', label, 32))] : [],
  )
  const macsOf = (payload: string, boundTo: string): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(`${boundTo} ${payload}`).digest())
  const isSigned = (payload: string, macs: string[], boundTo: string): boolean => {
    const sent = macs.map((mac) => Buffer.from(mac, 'base64url'))
    return macsOf(payload, boundTo).some((mac) => sent.some((other) => other.length === mac.length && timingSafeEqual(other, mac)))
  }
  return {
    sign: (to, boundTo, said) => {
      const claims: Said & Claims = { ...said, to, expiresAtMs: databaseNowMs() + ttlMs }
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return [payload, ...macsOf(payload, boundTo).map((mac) => mac.toString('base64url'))].join('.')
    },
    read: (token, boundTo) => {
      if (typeof token !== 'string' || token.length > maxTokenLength) return null
      const [payload = '', ...macs] = token.split('.')
      // Nothing of a payload is looked at before it is known to come from a node.
      if (macs.length > 2 || !isSigned(payload, macs, boundTo)) return null
      const { to, expiresAtMs, ...said } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Said & Claims
      return to === self() && databaseNowMs() < expiresAtMs ? (said as unknown as Said) : null
    },
  }
}
