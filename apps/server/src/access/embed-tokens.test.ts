import { generateKeyPairSync } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { createEmbedTokens } from './embed-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

it('looks for made-up key ids once more a second, however many are sent', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys: SigningKeys = { active: null, publicKeys: new Map([['7', publicKey]]), jwks: [] }
  let lookups = 0
  const loadSigningKeys = async (): Promise<SigningKeys> => {
    lookups++
    return keys
  }
  const calls = { call: async () => [], close: async () => undefined }
  const admitAll = { require: () => undefined, countUnknown: () => undefined }
  const revocations = { isTrusted: () => true, epoch: () => 1, onDrop: () => undefined, stop: async () => undefined }
  const tokens = createEmbedTokens(calls, { signingKeys: { find: () => keys }, loadSigningKeys }, revocations, admitAll)

  vi.useFakeTimers({ toFake: ['performance'] })
  for (let kid = 100; kid < 200; kid++)
    expect(await tokens.find(1, `${encode({ alg: 'ES256', kid: String(kid), typ: 'JWT' })}.${encode({})}.c2ln`)).toBeUndefined()

  expect(lookups).toBe(1)
  vi.advanceTimersByTime(1001)
  await tokens.find(1, `${encode({ alg: 'ES256', kid: '300', typ: 'JWT' })}.${encode({})}.c2ln`)
  expect(lookups).toBe(2)
  vi.useRealTimers()
})
