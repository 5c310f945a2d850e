import { describe, expect } from 'vitest'
import {
  type Actor,
  givenExternalUser,
  givenFolder,
  givenGrant,
  givenGroup,
  givenServiceAccount,
  givenUser,
  itPagesByCursor,
  itRefusesBodies,
  personIdOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const givenMembers = async (owner: Actor, count: number): Promise<{ groupId: number }> => {
  const groupId = await givenGroup(owner)
  for (let made = 0; made < count; made++)
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await givenUser(owner)] } })
  return { groupId }
}
const givenMemberOf = async (owner: Actor, groups: number): Promise<{ userId: number }> => {
  const userId = await givenUser(owner)
  for (let made = 0; made < groups; made++)
    await owner.api.addUserGroupMembers({ params: { groupId: await givenGroup(owner) }, body: { userIds: [userId] } })
  return { userId }
}

describe('listUserGroupMembers', () => {
  itPagesByCursor(server, 'listUserGroupMembers', {
    fill: async (owner) => ({ params: await givenMembers(owner, 3) }),
    grow: async (owner) => {
      const groupId = (await owner.api.listGroups()).items[0]?.id ?? 0
      await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await givenUser(owner)] } })
    },
  })

  it('lists users and service accounts, most recently added first', async ({ owner, groupId }) => {
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

describe('listGroupsOfUser', () => {
  itPagesByCursor(server, 'listGroupsOfUser', {
    fill: async (owner) => ({ params: await givenMemberOf(owner, 3) }),
    grow: async (owner) => {
      const groupId = (await owner.api.listGroups()).items[0]?.id ?? 0
      const userId = (await owner.api.listUserGroupMembers({ params: { groupId } })).items[0]?.id ?? 0
      await owner.api.addUserGroupMembers({ params: { groupId: await givenGroup(owner) }, body: { userIds: [userId] } })
    },
  })

  it('lists the groups of a user or service account, newest first, and no others', async ({ owner }) => {
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

describe('addUserGroupMembers', () => {
  itRefusesBodies(server, 'addUserGroupMembers', [
    [undefined, '/body/userIds'],
    [{ userIds: [] }, '/body/userIds'],
    [{ userIds: [0] }, '/body/userIds/0'],
    [{ userIds: Array.from({ length: 1001 }, () => 1) }, '/body/userIds'],
    [{ userIds: [1], members: [] }, '/body/members'],
  ])

  it('separates added from unchanged members, in request order and without duplicates', async ({ owner }) => {
    const params = { groupId: await givenGroup(owner) }
    const [first, second, third] = [await givenUser(owner), await givenUser(owner), await givenUser(owner)]
    await owner.api.addUserGroupMembers({ params, body: { userIds: [second] } })

    const answer = await owner.api.addUserGroupMembers({ params, body: { userIds: [third, second, first, third] } })

    expect(answer.addedMembers.map(({ id }) => id)).toEqual([third, first])
    expect(answer.unchangedMembers.map(({ id }) => id)).toEqual([second])
    expect((await owner.api.listUserGroupMembers({ params })).items).toHaveLength(3)
  })

  it('adds no member when one user is external or of another tenant', async ({ owner, stranger }) => {
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

  it('grants what is shared with the group', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const groupId = await givenGroup(owner)
    const folder = await givenFolder(owner)
    await givenGrant(server, owner, folder.id, { grantee_kind: 'group', group_id: groupId }, 'view')
    const seen = async () => (await colleague.api.getFolders({ params: { deploymentId: owner.deploymentId } })).items.map(({ id }) => id)

    expect(await seen()).toEqual([])
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await personIdOf(colleague)] } })
    expect(await seen()).toEqual([folder.id])
  })

  it('removes the membership when the user is deleted', async ({ owner }) => {
    const params = { groupId: await givenGroup(owner) }
    const userId = await givenUser(owner)
    await owner.api.addUserGroupMembers({ params, body: { userIds: [userId] } })

    await owner.api.deleteUser({ params: { userId } })

    expect((await owner.api.listUserGroupMembers({ params })).items).toEqual([])
  })
})

describe('removeUserGroupMembers', () => {
  itRefusesBodies(server, 'removeUserGroupMembers', [
    [undefined, '/body/userIds'],
    [{ userIds: ['1'] }, '/body/userIds/0'],
  ])

  it('removes members, ends their sessions and ignores other users', async ({ owner }) => {
    const [groupId, other] = [await givenGroup(owner), await givenGroup(owner)]
    const [leaving, staying] = [await givenUser(owner), await givenUser(owner)]
    const { serviceAccountId } = await givenServiceAccount(server, owner)
    for (const params of [{ groupId }, { groupId: other }])
      await owner.api.addUserGroupMembers({ params, body: { userIds: [leaving, staying, serviceAccountId] } })

    const body = { userIds: [leaving, leaving, serviceAccountId, await givenUser(owner), Number.MAX_SAFE_INTEGER] }
    await owner.api.removeUserGroupMembers({ params: { groupId }, body })

    const idsIn = async (id: number) => (await owner.api.listUserGroupMembers({ params: { groupId: id } })).items.map((member) => member.id)
    expect(await idsIn(groupId)).toEqual([staying])
    expect(await idsIn(other)).toHaveLength(3)
    const ended = await server.query<{ subject_id: string }>(
      `select subject_id from embed_watermarks where tenant_id = $1 and kind = 'user' order by subject_id`,
      [owner.tenantId],
    )
    expect(ended.map((row) => Number(row.subject_id))).toEqual([leaving, serviceAccountId].toSorted((a, b) => a - b))
  })

  it('writes an audit entry even when nobody was removed', async ({ owner }) => {
    const params = { groupId: await givenGroup(owner) }
    const userId = await givenUser(owner)
    await owner.api.addUserGroupMembers({ params, body: { userIds: [userId] } })
    for (let times = 0; times < 2; times++) await owner.api.removeUserGroupMembers({ params, body: { userIds: [userId] } })

    const entries = (await owner.api.listAuditLogs({ query: { first: 2 } })).items

    expect(entries.map(({ targets }) => targets)).toEqual([
      [{ kind: 'group', id: String(params.groupId), did: 'unchanged' }],
      [
        { kind: 'group', id: String(params.groupId), did: 'updated' },
        { kind: 'user', id: String(userId), did: 'removed' },
      ],
    ])
  })
})
