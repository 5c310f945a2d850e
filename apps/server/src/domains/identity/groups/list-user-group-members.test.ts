import { describe, expect, it } from 'vitest'
import { type Actor, givenEmbedGroup, givenGroup, givenServiceAccount, givenUser, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

const givenMembers = async (owner: Actor, count: number): Promise<{ groupId: number }> => {
  const groupId = await givenGroup(owner)
  for (let made = 0; made < count; made++)
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await givenUser(owner)] } })
  return { groupId }
}

describe('listUserGroupMembers', () => {
  itPagesByCursor(server, 'listUserGroupMembers', {
    fill: async (owner) => ({ params: await givenMembers(owner, 3) }),
    grow: async (owner) => {
      const groupId = (await owner.api.listGroups()).items[0]?.id ?? 0
      await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await givenUser(owner)] } })
    },
  })

  it('lists users and service accounts, most recently added first, and counts them with the group', async () => {
    const owner = await server.admin()
    const groupId = await givenGroup(owner)
    const params = { groupId }
    const userId = await givenUser(owner)
    const account = await givenServiceAccount(server, owner)
    await owner.api.addUserGroupMembers({ params, body: { userIds: [account.serviceAccountId] } })
    await owner.api.addUserGroupMembers({ params, body: { userIds: [userId] } })

    const { items } = await owner.api.listUserGroupMembers({ params })

    expect(items).toMatchObject([
      { id: userId, kind: 'user', email: expect.stringContaining('@example.com') as string },
      { id: account.serviceAccountId, kind: 'service_account', email: account.name, username: account.name },
    ])
    expect((await owner.api.listGroups()).items).toMatchObject([{ id: groupId, userCount: 2 }])
  })
})
