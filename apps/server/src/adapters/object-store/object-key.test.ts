import { describe, expect, it } from 'vitest'
import { objectKey, objectPrefix, storedObjectKey } from './object-key.ts'

const sha256 = 'ab'.repeat(32)

describe('an object key', () => {
  it('names the tenant of the proof, the kind, the owner, the hash and the nonce', () => {
    expect(objectKey({ tenantId: 42 }, { kind: 'packs', sha256 })).toBe(`tenants/42/packs/${sha256}`)
    expect(objectKey({ tenantId: 42 }, { kind: 'packs', owner: 7, sha256, nonce: 'n1' })).toBe(`tenants/42/packs/7/${sha256}-n1`)
    expect(objectPrefix({ tenantId: 42 }, { kind: 'packs', owner: 7 })).toBe('tenants/42/packs/7/')
  })

  it.each([
    { kind: '../packs', sha256 },
    { kind: 'Packs', sha256 },
    { kind: '', sha256 },
    { kind: 'packs', sha256: 'ab' },
    { kind: 'packs', sha256: sha256.toUpperCase() },
    { kind: 'packs', sha256, nonce: '' },
    { kind: 'packs', sha256, nonce: '../x' },
    { kind: 'packs', sha256, owner: 1.5 },
    { kind: 'packs', sha256, owner: -1 },
  ])('is not made from %j', (name) => {
    expect(() => objectKey({ tenantId: 1 }, name)).toThrow(TypeError)
  })

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('is not made for the tenant %s', (tenantId) => {
    expect(() => objectKey({ tenantId }, { kind: 'packs', sha256 })).toThrow(TypeError)
  })

  it('that a row kept is taken in its own tenant only', () => {
    const key = objectKey({ tenantId: 4 }, { kind: 'packs', owner: 7, sha256 })

    expect(storedObjectKey({ tenantId: 4 }, key)).toBe(key)
    for (const tenantId of [42, 5]) expect(() => storedObjectKey({ tenantId }, key)).toThrow(/is not a key of tenant/)
  })
})
