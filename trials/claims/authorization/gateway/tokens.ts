import { createHmac } from 'node:crypto'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const plainHeader = { alg: 'HS256', typ: 'JWT' }

export const signHs = (claims: unknown, secret: string | Buffer, header: unknown = plainHeader, hash = 'sha256'): string => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
}

const partsOf = (token: string): [string, string, string] => token.split('.') as [string, string, string]

/** The credentials of an attacker who owns another deployment. */
export type Loot = {
  secret: string
  embedToken: string
  otherEmbedToken: string
  revokedToken: string
  otherSecret: string
  apiKey: string
  publicJwk: object
}

/** Invalid values of the Authorization header, by fault. */
export const forgedTokens = ({
  secret,
  embedToken,
  otherEmbedToken,
  revokedToken,
  otherSecret,
  apiKey,
  publicJwk,
}: Loot): [string, string][] => {
  const good = signHs({ sub: 'owner' }, secret)
  const [head, body, signature] = partsOf(good)
  const [embedHead, embedBody, embedSignature] = partsOf(embedToken)
  const claims = { sub: 'x', cubeCloud: { groups: ['admin'] } }
  const headers: [string, unknown][] = [
    ['alg none', { alg: 'none' }],
    ['alg None', { alg: 'None', typ: 'JWT' }],
    ['alg empty', { alg: '', typ: 'JWT' }],
    ['alg missing', { typ: 'JWT' }],
    ['alg hs256', { alg: 'hs256', typ: 'JWT' }],
    ['alg a list', { alg: ['HS256'], typ: 'JWT' }],
    ['alg null', { alg: null }],
    ['alg RS256', { alg: 'RS256', typ: 'JWT' }],
    ['alg PS256', { alg: 'PS256', typ: 'JWT' }],
    ['alg EdDSA', { alg: 'EdDSA', typ: 'JWT' }],
    ['alg ES256', { alg: 'ES256', typ: 'JWT' }],
    ['alg ES256 with a key id', { alg: 'ES256', kid: '1', typ: 'JWT' }],
    ['crit', { alg: 'HS256', typ: 'JWT', crit: ['exp'] }],
    ['crit of b64', { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: false }],
    ['typ of ours', { alg: 'HS256', typ: 'facet-data+jwt' }],
    ['typ of ours, ES256', { alg: 'ES256', typ: 'facet-data+jwt' }],
    ['typ at+jwt', { alg: 'HS256', typ: 'at+jwt' }],
    ['typ a number', { alg: 'HS256', typ: 1 }],
    ['a header that is a list', ['HS256']],
    ['a header that is text', 'HS256'],
    ['a header that is null', null],
  ]
  return [
    ...headers.map(([name, header]): [string, string] => [name, signHs(claims, secret, header)]),
    ['alg HS384', signHs(claims, secret, { alg: 'HS384', typ: 'JWT' }, 'sha384')],
    ['alg HS512', signHs(claims, secret, { alg: 'HS512', typ: 'JWT' }, 'sha512')],
    ['none, without a signature', `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['the secret of another deployment', signHs(claims, otherSecret)],
    ['an empty secret', signHs(claims, '')],
    ['a secret of zeros', signHs(claims, Buffer.alloc(32))],
    ['the secret with a space', signHs(claims, `${secret} `)],
    ['the published key as a secret', signHs(claims, JSON.stringify(publicJwk))],
    ['the signature of another token', `${head}.${encode(claims)}.${signature}`],
    ['the signature cut', `${head}.${body}.${signature.slice(0, -2)}`],
    ['the signature and more', `${head}.${body}.${signature}AA`],
    ['the signature empty', `${head}.${body}.`],
    ['padding', `${head}.${body}.${signature}=`],
    ['plain base64', `${head}.${body}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+/`],
    ['two segments', `${head}.${body}`],
    ['four segments', `${good}.${signature}`],
    ['five segments', `${good}.${signature}.${signature}`],
    ['upper case', good.toUpperCase()],
    ['an expired token', signHs({ exp: 1 }, secret)],
    ['an end of zero', signHs({ exp: 0 }, secret)],
    ['an end below zero', signHs({ exp: -1 }, secret)],
    ['an end as text', signHs({ exp: '9999999999' }, secret)],
    ['an end that is null', signHs({ exp: null }, secret)],
    ['an end as a list', signHs({ exp: [9_999_999_999] }, secret)],
    ['a beginning to come', signHs({ nbf: 9_999_999_999 }, secret)],
    ['a beginning as text', signHs({ nbf: '0' }, secret)],
    ['claims that are a list', signHs([claims], secret)],
    ['claims that are text', signHs('claims', secret)],
    ['claims that are null', signHs(null, secret)],
    ['claims that are a number', signHs(1, secret)],
    ['an embed token of another deployment', otherEmbedToken],
    ['a revoked embed token', revokedToken],
    ['an embed token with other claims', `${embedHead}.${encode({ ...claims, iss: 'cubecloud' })}.${embedSignature}`],
    [
      'the claims of an embed token, signed with the secret of another',
      signHs(JSON.parse(Buffer.from(embedBody, 'base64url').toString()), otherSecret),
    ],
    ['the header of an embed token over a good one', `${embedHead}.${body}.${signature}`],
    ['an embed token cut', embedToken.slice(0, -4)],
    ['an API key', apiKey],
    ['an API key with its word', `Bearer ${apiKey}`],
    ['a word alone', 'Bearer'],
    ['two words', `Bearer Bearer ${good}`],
    ['two tokens', `${good} ${good}`],
    ['two tokens with a comma', `${good}, ${good}`],
    ['a token in quotes', `"${good}"`],
    ['a token behind a tab', `Bearer\t${good}`],
    ['a cookie', `token=${good}`],
    ['basic', `Basic ${Buffer.from(`x:${good}`).toString('base64')}`],
    ['text', 'undefined'],
    ['null', 'null'],
    ['dots', '..'],
    ['a session id', 'es_1_1_aaaaaaaaaaaaaaaaaaaaaaaa'],
  ]
}

/** Validly signed claims that a JSON parser or the engine could misread. */
export const misreadClaims: [string, string][] = [
  ['u', '{"u":{"cubeCloud":{"groups":["admin"]}}}'],
  ['u that is null', '{"u":null}'],
  ['u that is text', '{"u":"x"}'],
  ['__proto__', '{"__proto__":{"cubeCloud":{"groups":["admin"]}}}'],
  ['__proto__ below', '{"a":{"__proto__":{"b":1}}}'],
  ['__proto__ in a list', '{"a":[{"__proto__":{"b":1}}]}'],
  ['constructor', '{"constructor":{"prototype":{"a":1}}}'],
  ['constructor below', '{"cubeCloud":{"userAttributes":{"constructor":1}}}'],
  ['prototype', '{"a":{"prototype":{}}}'],
]
