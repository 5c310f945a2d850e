import { describe, expect, it } from 'vitest'
import { givenAttribute, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

const idsOf = ({ items }: { items: readonly { id: number }[] }): number[] => items.map(({ id }) => id)

describe('getUserAttributes', () => {
  itPagesByCursor(server, 'getUserAttributes', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenAttribute(owner)
      return {}
    },
    grow: givenAttribute,
  })

  it('slices by offset and limit, and counts them all', async () => {
    const owner = await server.admin()
    const ids = [await givenAttribute(owner), await givenAttribute(owner), await givenAttribute(owner)]

    const middle = await owner.api.getUserAttributes({ query: { offset: 1, limit: 1 } })
    const rest = await owner.api.getUserAttributes({ query: { offset: 1 } })

    expect(idsOf(middle)).toEqual([ids[1]])
    expect(middle).toMatchObject({ data: middle.items, count: 3, pageInfo: { hasNextPage: true, hasPreviousPage: true } })
    expect(idsOf(rest)).toEqual(ids.slice(1))
    expect(rest.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true })
  })

  it('finds by name the one definition that has it, and by type all of that type', async () => {
    const owner = await server.admin()
    const region = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
    const limit = await owner.api.createUserAttribute({ body: { name: 'limit', type: 'number' } })
    const city = await owner.api.createUserAttribute({ body: { name: 'city', type: 'string' } })
    const list = (query: object) => owner.api.getUserAttributes({ query })

    expect(await list({ name: 'region' })).toMatchObject({ items: [region], count: 1 })
    expect(await list({ name: 'regio' })).toMatchObject({ items: [], count: 0 })
    expect(await list({ type: 'string' })).toMatchObject({ items: [region, city], count: 2 })
    expect(await list({ type: 'number', limit: 5 })).toMatchObject({ items: [limit], count: 1 })
  })

  it('refuses the two ways of paging together', async () => {
    const owner = await server.admin()

    expect(await server.outcome(owner, 'getUserAttributes', { query: { first: 1, offset: 0 } })).toEqual({
      status: 400,
      code: 'mixed_paging',
    })
  })

  it('leaves out the definitions of embed tenants', async () => {
    const owner = await server.admin()
    await server.database().query(
      `with e as (insert into embed_tenants (tenant_id, name) values ($1, 'acme-corp') returning tenant_id, id)
       insert into user_attributes (tenant_id, embed_tenant_id, name, type) select tenant_id, id, 'theirs', 'string' from e`,
      [owner.tenantId],
    )

    expect(await owner.api.getUserAttributes()).toMatchObject({ items: [], count: 0 })
  })
})
