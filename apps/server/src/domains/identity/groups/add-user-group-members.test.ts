import { describe, expect, it } from 'vitest'
import { givenExternalUser, givenFolder, givenGrant, givenGroup, givenUser, itRefusesBodies, personIdOf, useServer } from '#test'

const server = useServer('shared')

describe('addUserGroupMembers', () => {
  itRefusesBodies(server, 'addUserGroupMembers', [
    [undefined, '/body/userIds'],
    [{ userIds: [] }, '/body/userIds'],
    [{ userIds: [0] }, '/body/userIds/0'],
    [{ userIds: Array.from({ length: 1001 }, () => 1) }, '/body/userIds'],
    [{ userIds: [1], members: [] }, '/body/members'],
  ])

  it('tells those added from those already in, in the order sent and each once', async () => {
    const owner = await server.admin()
    const params = { groupId: await givenGroup(owner) }
    const [first, second, third] = [await givenUser(owner), await givenUser(owner), await givenUser(owner)]
    await owner.api.addUserGroupMembers({ params, body: { userIds: [second] } })

    const answer = await owner.api.addUserGroupMembers({ params, body: { userIds: [third, second, first, third] } })

    expect(answer.addedMembers.map(({ id }) => id)).toEqual([third, first])
    expect(answer.unchangedMembers.map(({ id }) => id)).toEqual([second])
    expect((await owner.api.listUserGroupMembers({ params })).items).toHaveLength(3)
  })

  it('adds nobody when one of them is not there: of another tenant, or external', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const params = { groupId: await givenGroup(owner) }
    const known = await givenUser(owner)

    for (const userId of [await givenUser(stranger), await givenExternalUser(server, owner), Number.MAX_SAFE_INTEGER])
      await expect(owner.api.addUserGroupMembers({ params, body: { userIds: [known, userId] } })).rejects.toMatchObject({
        status: 404,
        code: 'user_not_found',
        message: expect.stringContaining(String(userId)) as string,
      })

    expect((await owner.api.listUserGroupMembers({ params })).items).toEqual([])
  })

  it('gives what is shared with the group at once', async () => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const groupId = await givenGroup(owner)
    const folder = await givenFolder(owner)
    await givenGrant(server, owner, folder.id, { grantee_kind: 'group', group_id: groupId }, 'view')
    const seen = async () => (await colleague.api.getFolders({ params: { deploymentId: owner.deploymentId } })).items.map(({ id }) => id)

    expect(await seen()).toEqual([])
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await personIdOf(colleague)] } })
    expect(await seen()).toEqual([folder.id])
  })

  it('leaves nothing of a user who is deleted', async () => {
    const owner = await server.admin()
    const params = { groupId: await givenGroup(owner) }
    const userId = await givenUser(owner)
    await owner.api.addUserGroupMembers({ params, body: { userIds: [userId] } })

    await owner.api.deleteUser({ params: { userId } })

    expect((await owner.api.listUserGroupMembers({ params })).items).toEqual([])
  })
})
