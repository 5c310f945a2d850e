import { describe, expect, it } from 'vitest'
import { creator, givenCatalogs, mint, storedUser, useServer } from '#test'

const server = useServer()

const fitting = [
  ['region', 'eu'],
  ['region', ''],
  ['seats', 7],
  ['seats', -0.5],
  ['seats', 0],
  ['vip', true],
  ['vip', false],
  ['cities', ['Oslo', 'Bergen']],
  ['cities', []],
  ['sizes', [1, 2.5]],
  ['sizes', []],
] as const

describe('userAttributes of generateSession', () => {
  it.each(fitting)('stores for %s the value %j as it was sent', async (name, value) => {
    const owner = await givenCatalogs(server)

    await mint(owner, { externalId: 'user-1', userAttributes: [{ name, value: value as never }] })

    expect((await storedUser(server, owner, 'user-1'))?.values).toEqual({ [name]: value })
  })

  it('clear a value with null, and only that one', async () => {
    const owner = await givenCatalogs(server)
    const values = [
      { name: 'region', value: 'eu' },
      { name: 'seats', value: 7 },
    ]
    await mint(owner, { externalId: 'user-1', userAttributes: values })

    await mint(owner, { externalId: 'user-1', userAttributes: [{ name: 'region', value: null }] })

    expect((await storedUser(server, owner, 'user-1'))?.values).toEqual({ seats: 7 })
  })

  it('overwrite the names that are sent and keep the others', async () => {
    const owner = await givenCatalogs(server)
    await mint(owner, {
      externalId: 'user-1',
      userAttributes: [
        { name: 'region', value: 'eu' },
        { name: 'seats', value: 7 },
      ],
    })

    await mint(owner, { externalId: 'user-1', userAttributes: [{ name: 'seats', value: 8 }] })

    expect((await storedUser(server, owner, 'user-1'))?.values).toEqual({ region: 'eu', seats: 8 })
  })

  it.each([
    ['are left out', {}],
    ['are an empty list', { userAttributes: [] }],
    ['name an attribute without a value', { userAttributes: [{ name: 'region' }] }],
  ])('change nothing when they %s', async (_, body) => {
    const owner = await givenCatalogs(server)
    await mint(owner, { externalId: 'user-1', userAttributes: [{ name: 'region', value: 'eu' }] })

    await mint(owner, { externalId: 'user-1', ...body })

    expect((await storedUser(server, owner, 'user-1'))?.values).toEqual({ region: 'eu' })
  })

  it('resolve tenant-wide in read-only mode, also with an embed tenant, and in the embed tenant in creator mode', async () => {
    const owner = await givenCatalogs(server)

    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp', userAttributes: [{ name: 'region', value: 'eu' }] })
    await mint(owner, { externalId: 'user-1', ...creator, userAttributes: [{ name: 'region', value: 9 }] })

    expect((await storedUser(server, owner, 'user-1', 'acme-corp'))?.values).toEqual({ region: 'eu', 'embed:region': 9 })
  })

  it('resolve tenant-wide in creator mode without an embed tenant, where the tenant itself is the current one', async () => {
    const owner = await givenCatalogs(server)

    await mint(owner, { externalId: 'user-1', creatorMode: true, userAttributes: [{ name: 'region', value: 'eu' }] })

    expect((await storedUser(server, owner, 'user-1'))?.values).toEqual({ region: 'eu' })
  })

  it('are not shared between users of one externalId in two embed tenants', async () => {
    const owner = await givenCatalogs(server)

    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp', userAttributes: [{ name: 'region', value: 'eu' }] })
    await mint(owner, { externalId: 'user-1', embedTenantName: 'other-corp' })

    expect((await storedUser(server, owner, 'user-1', 'other-corp'))?.values).toEqual({})
  })
})
