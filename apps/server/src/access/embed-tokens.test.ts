import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createEmbedTokens } from './embed-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

it('looks for made-up key ids once more and then no more, however many are sent', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys: SigningKeys = { active: null, publicKeys: new Map([['7', publicKey]]), jwks: [] }
  const lookups = new Set<string>()
  const signingKeys = {
    find: (_: number | null, key: string) => {
      lookups.add(key)
      return keys
    },
  }
  const calls = { call: async () => [], close: async () => undefined }
  const revocations = { isTrusted: () => true, epoch: () => 1, onDrop: () => undefined, stop: async () => undefined }
  const tokens = createEmbedTokens(calls, signingKeys, revocations)

  for (let kid = 100; kid < 200; kid++)
    expect(await tokens.find(1, `${encode({ alg: 'ES256', kid: String(kid), typ: 'JWT' })}.${encode({})}.c2ln`)).toBeUndefined()

  expect(lookups.size).toBe(2)
})
