import { describe, expect, it } from 'vitest'
import { givenExternalUser, givenGroup, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

describe('listGroups', () => {
  itPagesByCursor(server, 'listGroups', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenGroup(owner)
      return {}
    },
    grow: givenGroup,
  })

  it('lists groups newest first, with how many are in each', async () => {
    const owner = await server.admin()
    const first = await owner.api.createGroup({ body: { name: 'first', description: 'The first' } })
    const second = await owner.api.createGroup({ body: { name: 'second' } })
    for (let made = 0; made < 2; made++) await givenExternalUser(server, owner, { groupIds: [first.id] })

    const { items } = await owner.api.listGroups()

    expect(items).toEqual([second, { id: first.id, name: 'first', description: 'The first', userCount: 2 }])
  })

  it('counts no further than ten thousand members', async () => {
    const owner = await server.admin()
    const id = await givenGroup(owner)
    await server
      .database()
      .query(
        `insert into external_users (tenant_id, external_id, group_ids) select $1, 'user-' || n, array[$2::bigint] from generate_series(1, 10002) n`,
        [owner.tenantId, id],
      )

    expect((await owner.api.listGroups()).items).toMatchObject([{ id, userCount: 10_000 }])
  })

  it('leaves out the groups of embed tenants', async () => {
    const owner = await server.admin()
    await givenExternalUser(server, owner, { embedTenant: 'acme-corp' })
    await server
      .database()
      .query(
        `insert into groups (tenant_id, embed_tenant_id, namespace, name) select tenant_id, id, 'groups', 'theirs' from embed_tenants where tenant_id = $1`,
        [owner.tenantId],
      )

    expect((await owner.api.listGroups()).items).toEqual([])
  })
})
