import { createPublicKey, verify } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import { describe, expect, it } from 'vitest'
import { engineHeadBytes, maxCallerBytes } from '../engines/index.ts'
import { createContextSigner } from './context-signer.ts'

const read = (token: string): { aud: string; exp: number; ctx: object } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { aud: string; exp: number; ctx: object }

describe('the signer of contexts', () => {
  it('signs for one process, so that its own key verifies it and the key of another does not', () => {
    const one = createContextSigner('storefront-1')
    const other = createContextSigner('storefront-2')
    const token = one.sign({ ctx: { cubeCloud: { groups: [] } }, facet: { embed: true } })
    const [header, payload, signature = ''] = token.split('.')
    const isOf = ({ publicKey }: typeof one): boolean =>
      verify(
        'sha256',
        Buffer.from(`${header}.${payload}`),
        { key: createPublicKey({ key: publicKey, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )

    expect(read(token)).toMatchObject({ aud: 'storefront-1', ctx: { cubeCloud: { groups: [] } }, facet: { embed: true } })
    expect(isOf(one)).toBe(true)
    expect(isOf(other)).toBe(false)
  })

  it('tells the policy that the caller is held to, and none where none is known', () => {
    const signer = createContextSigner('storefront-1')

    expect(read(signer.sign({ ctx: {}, facet: { embed: true, policy: 'warn' } }))).toMatchObject({ facet: { embed: true, policy: 'warn' } })
    expect(read(signer.sign({ ctx: {} }))).toHaveProperty('facet', { embed: false })
  })

  it('signs what an engine takes, and refuses more by a code', () => {
    const signer = createContextSigner('storefront-1')
    const callerOf = (bytes: number) => {
      const empty = { ctx: { note: '' }, facet: { embed: true } }
      return { ...empty, ctx: { note: 'x'.repeat(bytes - JSON.stringify(empty).length) } }
    }

    // The longest address, the other headers and their names are to fit beside it.
    expect(engineHeadBytes - signer.sign(callerOf(maxCallerBytes)).length).toBeGreaterThan(maxHeaderSize + 2048)
    expect(() => signer.sign(callerOf(maxCallerBytes + 1))).toThrow(expect.objectContaining({ code: 'security_context_too_large' }))
  })

  it('gives the same token for the same object while it has long enough to live, and a new one after that', () => {
    let now = 1000
    const signer = createContextSigner('storefront-1', () => now)
    const context = { ctx: { a: 1 } }
    const first = signer.sign(context)

    now += 60
    expect(signer.sign(context)).toBe(first)
    now += 1
    expect(read(signer.sign(context)).exp).toBe(1181)
  })

  it('never takes the token of an equal object: it may be changed by who holds it', () => {
    const signer = createContextSigner('storefront-1')

    expect(signer.sign({ ctx: { a: 1 } })).not.toBe(signer.sign({ ctx: { a: 1 } }))
  })
})
