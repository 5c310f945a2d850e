import { describe, expect, it } from 'vitest'
import { givenEmbedGroup, givenEmbedTenant, useServer } from '#test'

const server = useServer('shared')

describe('getEmbedGroup', () => {
  it('answers the group with how many are in it', async () => {
    const owner = await server.admin()
    const { params, groupId } = await givenEmbedGroup(server, owner, { name: 'editors' })
    await owner.api.addEmbedGroupMembers({ params, body: { members: [{ externalId: 'user-1' }] } })

    const group = await owner.api.getEmbedGroup({ params })

    expect(group).toEqual({ id: groupId, name: 'editors', description: null, userCount: 1, namespace: 'tenantGroups' })
  })

  it('does not find a group of another embed tenant or of the whole tenant', async () => {
    const owner = await server.admin()
    const { groupId } = await givenEmbedGroup(server, owner)
    const { embedTenantName } = await givenEmbedTenant(server, owner)
    const [wide] = await server
      .database()
      .query<{ id: string }>(`insert into groups (tenant_id, namespace, name) values ($1, 'groups', 'premium') returning id`, [
        owner.tenantId,
      ])

    for (const id of [groupId, Number(wide?.id), 1])
      await expect(owner.api.getEmbedGroup({ params: { embedTenantName, groupId: id } })).rejects.toMatchObject({
        status: 404,
        code: 'group_not_found',
      })
  })
})
