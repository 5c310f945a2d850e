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
})
