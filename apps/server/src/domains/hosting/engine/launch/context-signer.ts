import { generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { type PinnedCaller, writeCaller } from '../engines/index.ts'

/** Signs what one engine process is told. The key lives in memory and ends with the process. */
export type ContextSigner = { publicKey: JsonWebKey; sign: (caller: PinnedCaller) => string }

const lifetimeS = 120
/** A token is used again while it has at least this long to live, so that one is never refused on its way. */
const reusableS = 60

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const facetOf = ({ facet }: PinnedCaller): PinnedCaller['facet'] => ({
  embed: facet?.embed === true,
  ...(facet?.policy === undefined ? {} : { policy: facet.policy }),
})

/**
 * The audience is the name of the process: a token for one deployment means nothing to the process of another. A caller that is the same
 * object as before is not signed anew; a signature costs more than the rest of the way to the engine.
 */
export const createContextSigner = (audience: string, nowS: () => number = () => Math.floor(Date.now() / 1000)): ContextSigner => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const header = part({ alg: 'ES256', typ: 'JWT' })
  const signed = new WeakMap<object, { token: string; expiresAt: number }>()
  return {
    publicKey: publicKey.export({ format: 'jwk' }),
    sign: (caller) => {
      const now = nowS()
      const known = signed.get(caller)
      if (known && known.expiresAt - now >= reusableS) return known.token
      writeCaller(caller)
      const expiresAt = now + lifetimeS
      const content = `${header}.${part({ ctx: caller.ctx, facet: facetOf(caller), aud: audience, exp: expiresAt })}`
      const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      const token = `${content}.${signature}`
      signed.set(caller, { token, expiresAt })
      return token
    },
  }
}
