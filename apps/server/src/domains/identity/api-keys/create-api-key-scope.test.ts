import type { ApiKeyScope, CreateApiKeyInput } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { givenDeployments, givenKey, useServer } from '#test'

const server = useServer('shared')

const exceeds = { status: 403, code: 'key_exceeds_creator' }
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** What a key of one scope makes of a request for another. */
const made = async (held: ApiKeyScope, wanted: Omit<CreateApiKeyInput, 'name'>) => {
  const maker = await server.colleague(await server.admin(), { role: 'Admin', scope: held })
  return maker.api.createApiKey({ body: { name: 'made', ...wanted } })
}

describe('the scope of createApiKey', () => {
  it('is what was asked for when the maker has none, nulls left out', async () => {
    const scope = {
      deploymentIds: [7],
      preset: 'ci',
      operations: ['getDeployments'],
      embedTenants: ['acme'],
      origins: ['https://app.example.com'],
      tenantWide: true,
    } as const satisfies ApiKeyScope

    expect((await made({}, { ...scope, deploymentIds: [...scope.deploymentIds] })).scope).toEqual(scope)
    expect((await made({}, { deploymentIds: null, preset: null, origins: null })).scope).toEqual({})
  })

  it('is taken over from the maker where nothing is asked for', async () => {
    const held: ApiKeyScope = {
      deploymentIds: [7, 8],
      operations: ['createApiKey', 'getDeployments'],
      embedTenants: ['acme'],
      origins: ['https://app.example.com'],
      tenantWide: true,
    }

    expect((await made(held, {})).scope).toEqual(held)
    expect((await made(held, { deploymentIds: null, operations: null, embedTenants: null, origins: null })).scope).toEqual(held)
  })

  it('is held by the maker, whatever its owner may do otherwise', async () => {
    const owner = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')
    const narrow = await givenKey(server, owner, { deploymentIds: [second] })
    const narrower = await givenKey(server, narrow, { operations: ['getDeployments'] })

    expect((await narrower.api.getDeployments()).items.map(({ id }) => id)).toEqual([second])
    await expect(narrower.api.getDeployment({ params: { deploymentId: second } })).rejects.toMatchObject({
      status: 403,
      code: 'outside_key_scope',
    })
    await expect(narrower.api.getCurrentUser()).resolves.toMatchObject({ isAdmin: true })
  })

  it('allows nothing where a list is empty, which is not the same as leaving it out', async () => {
    const owner = await server.admin()
    const noDeployment = await givenKey(server, owner, { deploymentIds: [] })
    const noOperation = await givenKey(server, owner, { operations: [] })

    expect((await noDeployment.api.getDeployments()).items).toEqual([])
    for (const { api } of [noDeployment, noOperation])
      await expect(api.getTenantSettings()).rejects.toMatchObject({ status: 403, code: 'outside_key_scope' })
    await expect(noDeployment.api.createApiKey({ body: { name: 'x', deploymentIds: [owner.deploymentId] } })).rejects.toMatchObject(exceeds)
  })

  it('never outlives the maker: an expiry is taken over, may come sooner, and not later', async () => {
    const owner = await server.admin()
    const expiresAt = inMinutes(60)
    const maker = await givenKey(server, owner, { expiresAt })
    const sooner = inMinutes(30)

    expect(await maker.api.createApiKey({ body: { name: 'same' } })).toMatchObject({ expiresAt })
    expect(await maker.api.createApiKey({ body: { name: 'sooner', expiresAt: sooner } })).toMatchObject({ expiresAt: sooner })
    await expect(maker.api.createApiKey({ body: { name: 'later', expiresAt: inMinutes(61) } })).rejects.toMatchObject(exceeds)
  })
})
