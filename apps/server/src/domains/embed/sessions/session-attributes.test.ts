import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, creator, givenCatalogs, markedName, mint, storedUser, useServer } from '#test'

const server = useServer('shared')

// One tenant for all tests, each with a user of its own. None of them changes a definition.
let owner: Actor
let externalId: string

beforeAll(async () => {
  owner = await givenCatalogs(server)
})
beforeEach(() => {
  externalId = markedName(owner)
})

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
  it.each(fitting)('stores the value of %s as it was sent: %j', async (name, value) => {
    await mint(owner, { externalId, userAttributes: [{ name, value: value as never }] })

    expect((await storedUser(server, owner, externalId))?.values).toEqual({ [name]: value })
  })

  it.each([
    ['overwrites the values that are sent', { name: 'seats', value: 8 }, { region: 'eu', seats: 8 }],
    ['clears a value with null', { name: 'region', value: null }, { seats: 7 }],
  ])('%s and keeps the others', async (_, sent, kept) => {
    const region = { name: 'region', value: 'eu' }
    await mint(owner, { externalId, userAttributes: [region, { name: 'seats', value: 7 }] })

    await mint(owner, { externalId, userAttributes: [sent] })

    expect((await storedUser(server, owner, externalId))?.values).toEqual(kept)
  })

  it.each([
    ['are left out', {}],
    ['are an empty list', { userAttributes: [] }],
    ['name an attribute without a value', { userAttributes: [{ name: 'region' }] }],
  ])('keeps every value when userAttributes %s', async (_, body) => {
    await mint(owner, { externalId, userAttributes: [{ name: 'region', value: 'eu' }] })

    await mint(owner, { externalId, ...body })

    expect((await storedUser(server, owner, externalId))?.values).toEqual({ region: 'eu' })
  })

  it('resolves names tenant-wide in read-only mode and per embed tenant in creator mode', async () => {
    await mint(owner, { externalId, embedTenantName: 'acme-corp', userAttributes: [{ name: 'region', value: 'eu' }] })
    await mint(owner, { externalId, ...creator, userAttributes: [{ name: 'region', value: 9 }] })

    expect((await storedUser(server, owner, externalId, 'acme-corp'))?.values).toEqual({ region: 'eu', 'embed:region': 9 })
  })

  it('resolves names tenant-wide in creator mode without an embed tenant', async () => {
    await mint(owner, { externalId, creatorMode: true, userAttributes: [{ name: 'region', value: 'eu' }] })

    expect((await storedUser(server, owner, externalId))?.values).toEqual({ region: 'eu' })
  })

  it('keeps the values of one externalId in two embed tenants apart', async () => {
    await mint(owner, { externalId, embedTenantName: 'acme-corp', userAttributes: [{ name: 'region', value: 'eu' }] })
    await mint(owner, { externalId, embedTenantName: 'other-corp' })

    expect((await storedUser(server, owner, externalId, 'other-corp'))?.values).toEqual({})
  })
})
