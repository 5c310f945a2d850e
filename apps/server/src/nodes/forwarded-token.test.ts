import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createForwardedTokens } from './forwarded-token.ts'

const older = randomBytes(32)
const newer = randomBytes(32)
const request = { method: 'PUT', url: '/build/api/v1/deployments/7/data-model/files?branchName=a', requestId: 'r-1' }
const forwarded = { tenantId: 3, host: 'acme.test', origin: 'https://acme.test:8443', address: '10.1.2.3', requestId: 'r-1' }

let nowMs = 1_000_000
const tokensOf = (self: string | null, current: Buffer = newer, previous: Buffer | null = null) =>
  createForwardedTokens(
    () => self,
    { current, previous },
    () => nowMs,
  )
const token = tokensOf('a').sign('b', request, forwarded)

describe('the token of a forwarded request', () => {
  it('says to its target what the first node knew', () => {
    expect(tokensOf('b').read(token, request)).toEqual(forwarded)
  })

  it('says nothing at another address, and nothing to a node that has none', () => {
    expect(tokensOf('c').read(token, request)).toBeNull()
    expect(tokensOf(null).read(token, request)).toBeNull()
  })

  it.each([
    ['method', { ...request, method: 'DELETE' }],
    ['path', { ...request, url: '/build/api/v1/deployments/8/data-model/files?branchName=a' }],
    ['query', { ...request, url: '/build/api/v1/deployments/7/data-model/files?branchName=b' }],
    ['request id', { ...request, requestId: 'r-2' }],
  ])('says nothing about a request with another %s', (_, other) => {
    expect(tokensOf('b').read(token, other)).toBeNull()
  })

  it('ends after ten seconds of the database', () => {
    nowMs += 9_999
    expect(tokensOf('b').read(token, request)).toEqual(forwarded)
    nowMs += 1
    expect(tokensOf('b').read(token, request)).toBeNull()
    nowMs -= 10_000
  })

  it('is not believed when any of it was changed or the key is another', () => {
    const [payload = '', mac = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...claims, tenantId: 4 })).toString('base64url')
    const ownMac = createHmac('sha256', newer).update(`${request.method} ${request.url} ${payload}`).digest('base64url')

    for (const forged of [
      `${changed}.${mac}`,
      payload,
      `${payload}.`,
      `${payload}.${mac.slice(1)}`,
      `${payload}.${ownMac}`,
      '',
      '.',
      `.${mac}`,
    ])
      expect(tokensOf('b').read(forged, request)).toBeNull()
    expect(tokensOf('b', older).read(token, request)).toBeNull()
    for (const none of [undefined, ['a', 'b'], 'x'.repeat(10_000)]) expect(tokensOf('b').read(none, request)).toBeNull()
  })

  it('is believed between any two steps of replacing the root key', () => {
    const made = {
      before: (self: string) => tokensOf(self, older),
      during: (self: string) => tokensOf(self, newer, older),
      after: (self: string) => tokensOf(self, newer),
    }
    const isBelieved = (from: keyof typeof made, to: keyof typeof made): boolean =>
      made[to]('b').read(made[from]('a').sign('b', request, forwarded), request) !== null

    expect(isBelieved('before', 'during')).toBe(true)
    expect(isBelieved('during', 'before')).toBe(true)
    expect(isBelieved('during', 'after')).toBe(true)
    expect(isBelieved('after', 'during')).toBe(true)
    expect(isBelieved('before', 'after')).toBe(false)
  })
})
