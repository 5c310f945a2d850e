import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

const secret = 'p"ss\\wörd/+?'

describe('a text without the values of variables', () => {
  it.each([
    ['plain', secret],
    ['in JSON', JSON.stringify({ secret })],
    ['quoted by an error in a line of JSON', JSON.stringify({ error: `no ${JSON.stringify(secret)}` })],
    ['in an address', `postgres://u:${encodeURIComponent(secret)}@db`],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64url', Buffer.from(secret).toString('base64url')],
    ['in hex', Buffer.from(secret).toString('hex')],
  ])('names the variable: %s', (_, text) => {
    const redacted = createRedactor({ CUBEJS_DB_PASS: secret })(text)

    expect(redacted).toContain('[CUBEJS_DB_PASS]')
    expect(redacted).not.toContain('ss')
  })

  it('knows the parts of credentials that are JSON, and the lines of those that have several', () => {
    const key = '-----BEGIN-----\nMIIabcdefghij\n-----END-----'
    const redact = createRedactor({ CREDENTIALS: JSON.stringify({ type: 'account', private_key: key }), PEM: key })

    expect(redact(`signing with ${key}`)).toBe('signing with [CREDENTIALS]')
    expect(redact('line MIIabcdefghij')).toBe('line [PEM]')
    expect(redact('an account')).toBe('an account')
  })

  it('leaves short values alone, which are words of any text', () => {
    expect(createRedactor({ A: '1', B: 'dev' })('1 dev')).toBe('1 dev')
  })
})
