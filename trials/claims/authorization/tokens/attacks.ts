import { createPublicKey, type KeyObject } from 'node:crypto'
import { type Claims, encode, type Header, partsOf, signed, signedInDer, strangers, withMac } from './forge.ts'

/** A token that must be refused, and a valid counterpart. Its acceptance shows the reason of the refusal. */
export type Attack = { name: string; token: string; twin: string }

export type StolenSecrets = {
  /** A live token that has not been tampered with. */
  token: string
  /** The key that signs, as a thief of the database and its root key would have it. */
  key: KeyObject
  other: { kid: string; key: KeyObject; audience: string }
  ownerKid: string
}

const algorithmAttacks = (header: Header, claims: Claims, { key, token }: StolenSecrets): [string, string][] => {
  const { ec, ec384, rsa } = strangers()
  const own = createPublicKey(key)
  const pem = own.export({ format: 'pem', type: 'spki' }) as string
  const jwk = JSON.stringify(own.export({ format: 'jwk' }))
  const bare = (alg: string): string => `${encode({ ...header, alg })}.${encode(claims)}.`
  const { signature } = partsOf(token)
  return [
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): [string, string][] => [
      [`alg ${alg || 'empty'} without a signature`, bare(alg)],
      [`alg ${alg || 'empty'} with the signature kept`, `${bare(alg)}${signature}`],
    ]),
    ['HS256 with the public key in PEM', withMac({ ...header, alg: 'HS256' }, claims, pem)],
    ['HS256 with the public key in PEM, trimmed', withMac({ ...header, alg: 'HS256' }, claims, pem.trim())],
    ['HS256 with the public key as JWK', withMac({ ...header, alg: 'HS256' }, claims, jwk)],
    ['HS256 with the public key in DER', withMac({ ...header, alg: 'HS256' }, claims, own.export({ format: 'der', type: 'spki' }))],
    ['HS256 with an empty secret', withMac({ ...header, alg: 'HS256' }, claims, '')],
    ['ES256 in the header, a MAC behind it', withMac(header, claims, pem)],
    ['RS256 with a key of its own', signed({ ...header, alg: 'RS256' }, claims, rsa.privateKey)],
    ['ES384 with a key of its own', signed({ ...header, alg: 'ES384' }, claims, ec384.privateKey, 'sha384')],
    ['RS256 in the header, our own signature', signed({ ...header, alg: 'RS256' }, claims, key)],
    ['ES384 in the header, our own signature', signed({ ...header, alg: 'ES384' }, claims, key)],
    ['ES256 with a key of its own', signed(header, claims, ec.privateKey)],
    ['a signature of zeros', `${encode(header)}.${encode(claims)}.${Buffer.alloc(64).toString('base64url')}`],
    ['our signature in DER', signedInDer(header, claims, key)],
  ]
}

const headerAttacks = (header: Header, claims: Claims, { key, other, ownerKid }: StolenSecrets): [string, string][] => {
  const { ec } = strangers()
  const jwk = { ...ec.publicKey.export({ format: 'jwk' }), kid: ownerKid }
  const kids = [
    '../../../../dev/null',
    "1' or '1'='1",
    '0',
    '999999999',
    `${ownerKid} `,
    `0${ownerKid}`,
    '',
    'x'.repeat(500),
    `${ownerKid}\u0000`,
  ]
  const pointing: [string, Header][] = [
    ['jwk', { jwk }],
    ['jku', { jku: 'http://127.0.0.1:9/keys' }],
    ['x5u', { x5u: 'http://127.0.0.1:9/chain' }],
    ['x5c', { x5c: ['MIIB'] }],
    ['crit', { crit: ['exp'] }],
    ['b64', { b64: false, crit: ['b64'] }],
    ['zip', { zip: 'DEF' }],
  ]
  return [
    ...kids.map((kid): [string, string] => [`kid ${JSON.stringify(kid.slice(0, 30))}`, signed({ ...header, kid }, claims, key)]),
    ['kid as a number', signed({ ...header, kid: Number(ownerKid) }, claims, key)],
    ['no kid', signed({ ...header, kid: undefined }, claims, key)],
    ["another tenant's kid and key", signed({ ...header, kid: other.kid }, claims, other.key)],
    ["another tenant's key under our kid", signed(header, claims, other.key)],
    ["our key under another tenant's kid", signed({ ...header, kid: other.kid }, claims, key)],
    ...pointing.flatMap(([name, extra]): [string, string][] => [
      [`${name}, signed with a key of its own`, signed({ ...header, ...extra }, claims, ec.privateKey)],
      [`${name}, signed with ours`, signed({ ...header, ...extra }, claims, key)],
    ]),
  ]
}

/** Changes each claim, with the old signature and with a new one. */
const claimAttacks = (header: Header, claims: Claims, { key, other, token }: StolenSecrets): [string, string][] => {
  const { signature } = partsOf(token)
  const changed: Claims = { iss: 'someone', aud: other.audience, sub: '1', jti: '1-1', deploymentId: 1, iat: 1, exp: 9_999_999_999, nbf: 1 }
  const under = (name: string, value: unknown): string => `${encode(header)}.${encode({ ...claims, [name]: value })}.${signature}`
  const anew = (extra: Claims): string => signed(header, { ...claims, ...extra }, key)
  return [
    ...Object.entries(changed).map(([name, value]): [string, string] => [`${name} changed under the old signature`, under(name, value)]),
    ['another issuer', anew({ iss: 'someone' })],
    ['no issuer', anew({ iss: undefined })],
    ['another audience', anew({ aud: other.audience })],
    ['a list of audiences', anew({ aud: [claims['aud'], other.audience] })],
    ['no audience', anew({ aud: undefined })],
    ['a session that is none', anew({ jti: `1-1-${'A'.repeat(22)}` })],
    ['a session that is no number', anew({ jti: "1-1' or true" })],
    ['a session without its random part', anew({ jti: /^\d+-\d+/.exec(String(claims['jti']))?.[0] })],
    ['another random part', anew({ jti: `${String(claims['jti']).slice(0, -22)}${'A'.repeat(22)}` })],
    ['a random part that is longer', anew({ jti: `${String(claims['jti'])}A` })],
    ['another user', anew({ sub: String(Number(claims['sub']) + 1) })],
    ['the user as a number', anew({ sub: Number(claims['sub']) })],
    ['no user', anew({ sub: undefined })],
    ['another deployment', anew({ deploymentId: Number(claims['deploymentId']) + 1 })],
    ['no deployment', anew({ deploymentId: undefined })],
    ['another time of issue', anew({ iat: Number(claims['iat']) - 1 })],
    ['a later end', anew({ exp: 9_999_999_999 })],
    ['an earlier end', anew({ exp: Number(claims['exp']) - 1 })],
    ['no end', anew({ exp: undefined })],
    ['no session', anew({ jti: undefined })],
  ]
}

const formAttacks = (token: string): [string, string][] => {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return [
    ...[1, 2, 10, signature.length].map((cut): [string, string] => [`cut by ${cut}`, token.slice(0, -cut)]),
    ['header alone', header],
    ['no signature', `${header}.${claims}`],
    ['no claims', `${header}..${signature}`],
    ['one part too many', `${token}.${signature}`],
    ['padded', `${token}=`],
    ['twice', `${token} ${token}`],
    ['twice with a comma', `${token}, Bearer ${token}`],
    ['of 8 kB', `${header}.${claims}${'A'.repeat(8192)}.${signature}`],
    ['of 1 MB', `${header}.${claims}${'A'.repeat(1_048_576)}.${signature}`],
  ]
}

export const attacksOn = (loot: StolenSecrets): Attack[] => {
  const { header, claims } = partsOf(loot.token)
  // The same claims signed with the same key.
  const twin = signed(header, claims, loot.key)
  return [
    ...algorithmAttacks(header, claims, loot),
    ...headerAttacks(header, claims, loot),
    ...claimAttacks(header, claims, loot),
    ...formAttacks(loot.token),
  ].map(([name, token]) => ({ name, token, twin }))
}
