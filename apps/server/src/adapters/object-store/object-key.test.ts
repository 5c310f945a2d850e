import { describe, expect, it } from 'vitest'
import { isObjectKey, numberedKey, numberOf, objectKey, objectPrefix, storedObjectKey } from './object-key.ts'

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

describe('a key with a number', () => {
  it('names the cell, the kind and the number, and sorts as numbers do', () => {
    expect(numberedKey({ cell: 7, kind: 'ledger' }, 42)).toBe('cells/7/ledger/0000000000000042')
    const keys = [9, 10, 2 ** 40, Number.MAX_SAFE_INTEGER].map((number) => numberedKey({ cell: 0, kind: 'ledger' }, number))
    expect(keys.toSorted().map(numberOf)).toEqual([9, 10, 2 ** 40, Number.MAX_SAFE_INTEGER])
    for (const key of keys) expect(isObjectKey(key)).toBe(false)
  })

  it.each([
    { cell: -1, kind: 'ledger', number: 1 },
    { cell: 1.5, kind: 'ledger', number: 1 },
    { cell: 0, kind: '../x', number: 1 },
    { cell: 0, kind: 'ledger', number: -1 },
    { cell: 0, kind: 'ledger', number: 1.5 },
    { cell: 0, kind: 'ledger', number: 2 ** 53 },
  ])('is not made from %j', ({ number, ...place }) => {
    expect(() => numberedKey(place, number)).toThrow(TypeError)
  })
})
