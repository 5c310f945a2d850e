import { describe, expect } from 'vitest'
import { givenExternalUser, givenGroup, itPagesByCursor, itRefusesBodies, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

describe('listGroups', () => {
  itPagesByCursor(server, 'listGroups', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenGroup(owner)
      return {}
    },
    grow: givenGroup,
  })

  it('lists groups newest first with their member counts', async ({ owner }) => {
    const first = await owner.api.createGroup({ body: { name: 'first', description: 'The first' } })
    const second = await owner.api.createGroup({ body: { name: 'second' } })
    for (let made = 0; made < 2; made++) await givenExternalUser(server, owner, { groupIds: [first.id] })

    const { items } = await owner.api.listGroups()

    expect(items).toEqual([second, { id: first.id, name: 'first', description: 'The first', userCount: 2 }])
  })

  it('caps the member count at ten thousand', async ({ owner, groupId: id }) => {
    await server.query(
      `insert into external_users (tenant_id, external_id, group_ids) select $1, 'user-' || n, array[$2::bigint] from generate_series(1, 10002) n`,
      [owner.tenantId, id],
    )

    expect((await owner.api.listGroups()).items).toMatchObject([{ id, userCount: 10_000 }])
  })

  it('omits groups of embed tenants', async ({ owner }) => {
    await givenExternalUser(server, owner, { embedTenant: 'acme-corp' })
    await server.query(
      `insert into groups (tenant_id, embed_tenant_id, namespace, name) select tenant_id, id, 'groups', 'theirs' from embed_tenants where tenant_id = $1`,
      [owner.tenantId],
    )

    expect((await owner.api.listGroups()).items).toEqual([])
  })
})

describe('createGroup', () => {
  itRefusesBodies(server, 'createGroup', [
    [undefined, '/body/name'],
    [{ name: '' }, '/body/name'],
    [{ name: ' ' }, '/body/name'],
    [{ name: ' premium' }, '/body/name'],
    [{ name: 'premium\t' }, '/body/name'],
    [{ name: 'premium\u00a0' }, '/body/name'],
    [{ name: 'x'.repeat(101) }, '/body/name'],
    [{ name: 'ok', description: 'x'.repeat(501) }, '/body/description'],
    [{ name: 'ok', members: [] }, '/body/members'],
  ])

  it('creates an empty group with the name as sent', async ({ owner: { api } }) => {
    const group = await api.createGroup({ body: { name: 'Größe XL', description: 'Tall people' } })

    expect(group).toEqual({ id: expect.any(Number), name: 'Größe XL', description: 'Tall people', userCount: 0 })
    expect((await api.listGroups()).items).toEqual([group])
  })

  it('refuses a name in use, but accepts it in another case or tenant', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    const body = { name: 'premium' }
    await owner.api.createGroup({ body })

    await expect(owner.api.createGroup({ body })).rejects.toMatchObject({ status: 400, code: 'group_name_taken' })

    await expect(owner.api.createGroup({ body: { name: 'Premium' } })).resolves.toMatchObject({ name: 'Premium' })
    await expect(other.api.createGroup({ body })).resolves.toMatchObject(body)
  })

  it('refuses a reserved name', async ({ owner: { api } }) => {
    await expect(api.createGroup({ body: { name: 'Group:7' } })).rejects.toMatchObject({ status: 400, code: 'group_name_reserved' })
    expect((await api.listGroups()).items).toEqual([])
  })
})

describe('deleteGroup', () => {
  it('removes the memberships and ends the sessions that use the group', async ({ owner }) => {
    const [groupId, other] = [await givenGroup(owner), await givenGroup(owner)]
    await givenExternalUser(server, owner, { groupIds: [groupId, other] })
    const { query } = server.database()

    expect(await owner.api.deleteGroup({ params: { groupId } })).toEqual({ success: true })

    expect((await owner.api.listGroups()).items).toMatchObject([{ id: other, userCount: 1 }])
    expect(await query('select 1 from group_members where group_id = $1', [groupId])).toEqual([])
    const ended = await query<{ subject_id: string }>(`select subject_id from embed_watermarks where tenant_id = $1 and kind = 'group'`, [
      owner.tenantId,
    ])
    expect(ended.map((row) => Number(row.subject_id))).toEqual([groupId])
  })

  it('frees the name and returns 404 when repeated', async ({ owner: { api } }) => {
    const { id: groupId, name } = await api.createGroup({ body: { name: 'premium' } })
    await api.deleteGroup({ params: { groupId } })

    await expect(api.deleteGroup({ params: { groupId } })).rejects.toMatchObject({ status: 404, code: 'group_not_found' })
    await expect(api.createGroup({ body: { name } })).resolves.toMatchObject({ name })
  })
})
