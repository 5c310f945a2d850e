import { describe, expect, it } from 'vitest'
import { givenEmbedTenant, givenEmbedUser, givenKey, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

const namesIn = ({ items }: { items: { name: string }[] }): string[] => items.map(({ name }) => name)

describe('listEmbedTenants', () => {
  itPagesByCursor(server, 'listEmbedTenants', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenEmbedTenant(server, owner)
      return {}
    },
    grow: (owner) => givenEmbedTenant(server, owner),
  })

  it('lists by name, with how many external users each has', async () => {
    const owner = await server.admin()
    const zeta = await givenEmbedTenant(server, owner, 'zeta-corp')
    const acme = await givenEmbedTenant(server, owner, 'acme-corp')
    for (let made = 0; made < 2; made++) await givenEmbedUser(server, owner, acme)

    const { items } = await owner.api.listEmbedTenants()

    expect(items).toEqual([
      { id: acme.embedTenantId, name: 'acme-corp', userCount: 2, displayName: 'About acme-corp', createdAt: expect.any(String) },
      { id: zeta.embedTenantId, name: 'zeta-corp', userCount: 0, displayName: 'About zeta-corp', createdAt: expect.any(String) },
    ])
  })

  it('finds a part of the name in any case, page by page', async () => {
    const owner = await server.admin()
    for (const name of ['acme-corp', 'acme-labs', 'globex', 'pacme']) await givenEmbedTenant(server, owner, name)

    const first = await owner.api.listEmbedTenants({ query: { search: 'ACME', first: 2 } })
    const second = await owner.api.listEmbedTenants({ query: { search: 'ACME', after: first.pageInfo.endCursor ?? '' } })

    expect([namesIn(first), namesIn(second)]).toEqual([['acme-corp', 'acme-labs'], ['pacme']])
  })

  it.each(['%', '_', '\\', 'a%e'])('takes %j in a search as itself and not as a wildcard', async (search) => {
    const owner = await server.admin()
    await givenEmbedTenant(server, owner, 'acme-corp')

    expect(namesIn(await owner.api.listEmbedTenants({ query: { search } }))).toEqual([])
  })

  it('shows all for an empty search', async () => {
    const owner = await server.admin()
    await givenEmbedTenant(server, owner, 'acme-corp')

    expect(namesIn(await owner.api.listEmbedTenants({ query: { search: '' } }))).toEqual(['acme-corp'])
  })

  it('refuses a forged cursor that no column could hold', async () => {
    const { api } = await server.admin()
    const after = Buffer.from(JSON.stringify(['listEmbedTenants', '\u0000'])).toString('base64url')

    await expect(api.listEmbedTenants({ query: { after } })).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
  })
})
