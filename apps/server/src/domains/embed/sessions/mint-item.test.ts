import { describe, expect, it } from 'vitest'
import type { Catalog } from '#engine/embed'
import { mintItemOf } from './mint-item.ts'

const catalog = {
  attributes: new Map([['region', { id: 7, type: 'string' }]]),
  groups: new Map([['sales', { id: 3 }]]),
  tenantGroups: new Map(),
  embedTenant: null,
  epochs: [1, 0],
} as unknown as Catalog
const minting = { tenantId: 1, apiKeyId: 2, userLimit: 10, internalId: null }
const user = { deploymentId: 1, externalId: 'ada' }

describe('mintItemOf', () => {
  it('replaces names by their ids', () => {
    const item = mintItemOf({ ...user, groups: ['sales'], userAttributes: [{ name: 'region', value: 'eu' }] }, catalog, minting)

    expect(item).toMatchObject({ groupIds: [3], attributeValues: { 7: 'eu' } })
  })

  it.each([{ groups: ['support'] }, { tenantGroups: ['support'] }, { userAttributes: [{ name: 'plan', value: 'pro' }] }])(
    'throws when a name of %j is not in the catalog',
    (names) => {
      expect(() => mintItemOf({ ...user, ...names }, catalog, minting)).toThrow('a name that was not resolved')
    },
  )
})
