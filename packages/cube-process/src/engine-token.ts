import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { embedPolicies, type EmbedPolicy } from './embed-policy.ts'
import type { SecurityContext } from './engine-types.ts'

/** What the gateway signs for one engine process, with ES256. */
export type EngineClaims = {
  /** The name of the process. */
  aud: string
  /** Seconds since 1970. */
  exp: number
  /** The security context of the caller. */
  ctx: SecurityContext
  /** Without a policy the one holds that the process was started with. */
  facet?: { embed?: boolean; policy?: EmbedPolicy }
}

/** Why a token is not accepted; its text is for the log of the engine. */
export class TokenRefused extends Error {
  constructor(reason: string) {
    super(`The engine token is refused: ${reason}.`)
    this.name = 'TokenRefused'
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const decoded = (part: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (isObject(value)) return value
  } catch {
    // Falls through: whatever is wrong with it, it is not a part of a token.
  }
  throw new TokenRefused('it is not a JWT')
}

/** One that is not known here is of a newer gateway, and none can be stricter than this. */
const policyOf = (said: unknown): EmbedPolicy => embedPolicies.find((policy) => policy === said) ?? 'refuse'

const facetOf = (said: unknown): NonNullable<EngineClaims['facet']> => {
  const { embed, policy } = isObject(said) ? said : {}
  return { embed: embed === true, ...(policy === undefined ? {} : { policy: policyOf(policy) }) }
}

const claimsOf = (payload: Record<string, unknown>, audience: string, nowSeconds: number): EngineClaims => {
  const { aud, exp, ctx, facet } = payload
  if (aud !== audience) throw new TokenRefused('it is for another process')
  if (typeof exp !== 'number' || exp <= nowSeconds) throw new TokenRefused('it has expired')
  if (!isObject(ctx)) throw new TokenRefused('it has no security context')
  return { aud: audience, exp, ctx, facet: facetOf(facet) }
}

// They are as long as the contexts in them.
const maxKept = { tokens: 2000, length: 16_777_216 }

/** Checks tokens of the gateway. A signature that was verified is not verified again: the same token comes with many requests. */
export const createTokenCheck = (publicKey: JsonWebKey, audience: string, now: () => number = Date.now) => {
  const key: KeyObject = createPublicKey({ key: publicKey, format: 'jwk' })
  const verified = new Set<string>()
  let keptLength = 0

  const requireSignature = (token: string, signed: string, signature: string): void => {
    if (verified.has(token)) return
    const isValid = verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
    if (!isValid) throw new TokenRefused('its signature is not of the gateway')
    if (verified.size >= maxKept.tokens || keptLength + token.length > maxKept.length) {
      verified.clear()
      keptLength = 0
    }
    verified.add(token)
    keptLength += token.length
  }

  return (token: string | undefined): EngineClaims => {
    const [header, payload, signature, ...more] = token?.split('.') ?? []
    if (token === undefined || !header || !payload || !signature || more.length > 0) throw new TokenRefused('it is not a JWT')
    if (decoded(header)['alg'] !== 'ES256') throw new TokenRefused('it is not signed with ES256')
    requireSignature(token, `${header}.${payload}`, signature)
    return claimsOf(decoded(payload), audience, now() / 1000)
  }
}

export type TokenCheck = ReturnType<typeof createTokenCheck>
