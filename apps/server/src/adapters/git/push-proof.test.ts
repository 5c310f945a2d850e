import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isProvenPush } from './push-proof.ts'

const secret = 'whsec_known'
const text = '{"ref":"refs/heads/main"}'
const hmac = (algorithm: string, key: string, of = text): string => `${algorithm}=${createHmac(algorithm, key).update(of).digest('hex')}`
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`
const good = hmac('sha256', secret)

describe('the proof of a push notice', () => {
  it.each<[string, Record<string, string>]>([
    ['GitHub', { 'x-hub-signature-256': good }],
    ['Bitbucket', { 'x-hub-signature': good }],
    ['GitLab', { 'x-gitlab-token': secret }],
    ['Azure DevOps', { authorization: basic(`anybody:${secret}`) }],
    ['Azure DevOps without a name', { authorization: basic(`:${secret}`) }],
    ['a script', { 'x-facet-signature-256': good }],
    ['a script that writes large letters', { 'x-facet-signature-256': good.toUpperCase() }],
    ['GitHub beside what it sends for older receivers', { 'x-hub-signature-256': good, 'x-hub-signature': hmac('sha1', secret) }],
  ])('is that of %s', (_host, headers) => {
    expect(isProvenPush(secret, headers, text)).toBe(true)
    expect(isProvenPush('whsec_other', headers, text)).toBe(false)
  })

  it.each<[string, Record<string, string | string[]>]>([
    ['nothing', {}],
    ['SHA-1', { 'x-hub-signature': hmac('sha1', secret) }],
    ['a signature of another text', { 'x-hub-signature-256': hmac('sha256', secret, `${text} `) }],
    ['half a signature', { 'x-hub-signature-256': good.slice(0, 40) }],
    ['the secret where a signature belongs', { 'x-hub-signature-256': secret }],
    ['an empty token', { 'x-gitlab-token': '' }],
    ['two signatures in one', { 'x-hub-signature-256': [good, good] }],
    ['the secret as a name', { authorization: basic(`${secret}:`) }],
    ['a password without a name or colon', { authorization: basic(secret) }],
    ['a bearer', { authorization: `Bearer ${secret}` }],
  ])('is not %s', (_what, headers) => {
    expect(isProvenPush(secret, headers, text)).toBe(false)
  })
})
