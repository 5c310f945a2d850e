import { describe, expect, it } from 'vitest'
import { givenEmbedGroup, givenEmbedTenant, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

describe('listEmbedGroupMembers', () => {
  itPagesByCursor(server, 'listEmbedGroupMembers', {
    fill: async (owner) => {
      const { params } = await givenEmbedGroup(server, owner)
      const members = ['a', 'b', 'c'].map((externalId) => ({ externalId }))
      await owner.api.addEmbedGroupMembers({ params, body: { members } })
      return { params }
    },
    grow: async (owner) => {
      const embedTenantName = (await owner.api.listEmbedTenants()).items[0]?.name ?? ''
      const groupId = (await owner.api.listEmbedGroups({ params: { embedTenantName } })).items[0]?.id ?? 0
      await owner.api.addEmbedGroupMembers({ params: { embedTenantName, groupId }, body: { members: [{ externalId: 'd' }] } })
    },
  })

  it('lists members, most recently added first, whenever they became users', async () => {
    const owner = await server.admin()
    const { params, ...embedTenant } = await givenEmbedGroup(server, owner)
    const other = await givenEmbedGroup(server, owner, {}, embedTenant)
    const add = (externalId: string, to = params) => owner.api.addEmbedGroupMembers({ params: to, body: { members: [{ externalId }] } })
    await add('oldest', other.params)
    await add('first')
    await add('second')
    await add('oldest')

    const { items } = await owner.api.listEmbedGroupMembers({ params })

    expect(items.map(({ externalId }) => externalId)).toEqual(['oldest', 'second', 'first'])
    expect(items[0]).toEqual({
      id: expect.any(Number),
      username: 'oldest',
      externalId: 'oldest',
      email: null,
      firstName: null,
      createdAt: expect.any(String),
    })
  })
})
