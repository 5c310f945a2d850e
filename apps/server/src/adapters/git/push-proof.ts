import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { PushHeaders } from './push-notice.ts'

// GitHub and Gitea; Bitbucket; whoever has no way of its own.
const signatureHeaders = ['x-hub-signature-256', 'x-hub-signature', 'x-facet-signature-256']
const signatureForm = /^sha256=([0-9a-f]{64})$/i
const basicForm = /^basic +([a-z0-9+/_-]+=*)$/i

const textIn = (headers: PushHeaders, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : null
}

/** How long it takes says nothing about either, nor about their lengths. */
const isSame = (left: string, right: string): boolean => {
  const [one, other] = [left, right].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

const passwordIn = (authorization: string | null): string | null => {
  const encoded = basicForm.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon === -1 ? null : pair.slice(colon + 1)
}

/**
 * Whether a notice comes from somebody who has the secret: it is signed with it (HMAC-SHA256 of the body), or carries it, as GitLab's token
 * or as a password. SHA-1, which GitHub sends as well, proves nothing.
 */
export const isProvenPush = (secret: string, headers: PushHeaders, text: string): boolean => {
  const digest = createHmac('sha256', secret).update(text).digest()
  const isSigned = signatureHeaders.some((name) => {
    const hex = signatureForm.exec(textIn(headers, name) ?? '')?.[1]
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), digest)
  })
  const carried = [textIn(headers, 'x-gitlab-token'), passwordIn(textIn(headers, 'authorization'))]
  return isSigned || carried.some((given) => given !== null && isSame(given, secret))
}
