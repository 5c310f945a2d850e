import { describe, expect, vi } from 'vitest'
import { type Actor, givenKey, mint, refusalOf, rowCounts, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('setup', () => limited(1))

const limited = async (externalUserLimit: number): Promise<Actor> => {
  const owner = await server.admin()
  await owner.api.updateTenantSettings({ body: { externalUserLimit } })
  return owner
}
const limit = { status: 403, code: 'external_user_limit' }
const outside = { status: 403, code: 'outside_key_scope' }

describe('the limit of external users', () => {
  it('refuses the user one over it, in every embed tenant and outside, and leaves nothing behind', async () => {
    const owner = await limited(2)
    await mint(owner, { externalId: 'user-1' })
    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp' })
    const before = await rowCounts(server, owner)

    for (const scope of [{}, { embedTenantName: 'acme-corp' }, { embedTenantName: 'brand-new' }]) {
      const refusal = await refusalOf(mint(owner, { externalId: 'user-2', ...scope }))
      expect(refusal).toMatchObject(limit)
      expect(refusal.message).toMatch(/limit of 2 external users; "user-2"/)
    }
    expect(await rowCounts(server, owner)).toEqual(before)
  })

  it('never blocks a user who exists, changed or not', async ({ setup: owner }) => {
    await mint(owner, { externalId: 'user-1' })

    expect(await mint(owner, { externalId: 'user-1' })).toMatch(/^es_/)
    expect(await mint(owner, { externalId: 'user-1', email: 'new@a.example' })).toMatch(/^es_/)
  })

  it('never blocks users who exist when it is lowered below them', async () => {
    const owner = await limited(2)
    await mint(owner, { externalId: 'user-1' })
    await mint(owner, { externalId: 'user-2', embedTenantName: 'acme-corp' })
    await owner.api.updateTenantSettings({ body: { externalUserLimit: 0 } })
    const lowered = { ...limit, message: expect.stringContaining('limit of 0 ') as string }
    await vi.waitFor(async () => expect(await refusalOf(mint(owner, { externalId: 'user-3' }))).toMatchObject(lowered), {
      interval: 5,
      timeout: 30_000,
    })

    expect(await mint(owner, { externalId: 'user-1', email: 'new@a.example' })).toMatch(/^es_/)
    expect(await mint(owner, { externalId: 'user-2', embedTenantName: 'acme-corp' })).toMatch(/^es_/)
  })

  it('does not count internal users', async () => {
    const owner = await limited(0)
    await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })

    expect(await refusalOf(mint(owner, { externalId: 'user-1' }))).toMatchObject(limit)
    expect(await mint(owner, { internalId: 'ada' })).toMatch(/^es_/)
  })

  it('can be raised', async ({ setup: owner }) => {
    await mint(owner, { externalId: 'user-1' })
    expect(await refusalOf(mint(owner, { externalId: 'user-2' }))).toMatchObject(limit)

    await owner.api.updateTenantSettings({ body: { externalUserLimit: 2 } })

    await vi.waitFor(() => mint(owner, { externalId: 'user-2' }), { interval: 5, timeout: 30_000 })
    expect(await refusalOf(mint(owner, { externalId: 'user-3' }))).toMatchObject(limit)
  })

  it('counts again when users have gone', async ({ setup: owner }) => {
    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp' })
    await server.query('delete from external_users where tenant_id = $1', [owner.tenantId])

    expect(await mint(owner, { externalId: 'user-2' })).toMatch(/^es_/)
  })
})

describe('the scope of a key that mints', () => {
  it('of embed tenants lets it mint for those and refuses others, and none', async ({ owner }) => {
    const scoped = await givenKey(server, owner, { embedTenants: ['acme-corp'] })

    expect(await mint(scoped, { externalId: 'user-1', embedTenantName: 'acme-corp' })).toMatch(/^es_/)
    const before = await rowCounts(server, owner)
    for (const body of [{ embedTenantName: 'other-corp' }, {}, { embedTenantName: null }])
      expect(await refusalOf(mint(scoped, { externalId: 'user-1', ...body }))).toMatchObject(outside)
    expect(await rowCounts(server, owner)).toEqual(before)
  })

  it('of embed tenants by an empty name lets it mint for nobody', async ({ owner }) => {
    const scoped = await givenKey(server, owner, { embedTenants: [''] })

    for (const body of [{}, { embedTenantName: null }])
      expect(await refusalOf(mint(scoped, { externalId: 'user-1', ...body }))).toMatchObject(outside)
  })

  it('of the mint-only preset lets it mint for external users only', async ({ owner }) => {
    await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })
    const scoped = await givenKey(server, owner, { preset: 'mint-only' })

    expect(await mint(scoped, { externalId: 'user-1' })).toMatch(/^es_/)
    expect(await refusalOf(mint(scoped, { internalId: 'ada' }))).toMatchObject(outside)
    expect(await mint(owner, { internalId: 'ada' })).toMatch(/^es_/)
  })
})
