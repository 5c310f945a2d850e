import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export type Header = Record<string, unknown>
export type Claims = Record<string, unknown>

export const encode = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const decode = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

export const partsOf = (token: string): { header: Header; claims: Claims; signature: string } => {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return { header: decode(header), claims: decode(claims), signature }
}

/** As the service signs: what comes out with the right key and the right words is a good token. */
export const signed = (header: Header, claims: Claims, key: KeyObject, digest = 'sha256'): string => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${sign(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export const signedInDer = (header: Header, claims: Claims, key: KeyObject): string => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'der' }).toString('base64url')}`
}

export const withMac = (header: Header, claims: Claims, secret: string | Buffer): string => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

export const strangers = () => ({
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ec384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
})
