import { describe, expect, it } from 'vitest'
import { type Actor, givenGroup, givenServiceAccount, givenUser, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

const givenMemberOf = async (owner: Actor, groups: number): Promise<{ userId: number }> => {
  const userId = await givenUser(owner)
  for (let made = 0; made < groups; made++)
    await owner.api.addUserGroupMembers({ params: { groupId: await givenGroup(owner) }, body: { userIds: [userId] } })
  return { userId }
}

describe('listGroupsOfUser', () => {
  itPagesByCursor(server, 'listGroupsOfUser', {
    fill: async (owner) => ({ params: await givenMemberOf(owner, 3) }),
    grow: async (owner) => {
      const groupId = (await owner.api.listGroups()).items[0]?.id ?? 0
      const userId = (await owner.api.listUserGroupMembers({ params: { groupId } })).items[0]?.id ?? 0
      await owner.api.addUserGroupMembers({ params: { groupId: await givenGroup(owner) }, body: { userIds: [userId] } })
    },
  })

  it('lists the groups of a user or service account, newest first, and no others', async () => {
    const owner = await server.admin()
    const [first, second] = [await givenGroup(owner), await givenGroup(owner)]
    await givenGroup(owner)
    const userId = await givenUser(owner)
    const { serviceAccountId } = await givenServiceAccount(server, owner)
    await owner.api.addUserGroupMembers({ params: { groupId: second }, body: { userIds: [userId] } })
    await owner.api.addUserGroupMembers({ params: { groupId: first }, body: { userIds: [userId, serviceAccountId] } })

    const groupsOf = async (id: number) => (await owner.api.listGroupsOfUser({ params: { userId: id } })).items

    expect(await groupsOf(userId)).toMatchObject([
      { id: second, userCount: 1 },
      { id: first, userCount: 2 },
    ])
    expect(await groupsOf(serviceAccountId)).toMatchObject([{ id: first }])
    expect(await groupsOf(await givenUser(owner))).toEqual([])
  })
})
