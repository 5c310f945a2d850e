import { describe, expect, it } from 'vitest'
import { givenGroup, givenServiceAccount, givenUser, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('removeUserGroupMembers', () => {
  itRefusesBodies(server, 'removeUserGroupMembers', [
    [undefined, '/body/userIds'],
    [{ userIds: ['1'] }, '/body/userIds/0'],
  ])

  it('removes who is in the group, ends their sessions, and ignores others', async () => {
    const owner = await server.admin()
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
    const ended = await server
      .database()
      .query<{ subject_id: string }>(`select subject_id from embed_watermarks where tenant_id = $1 and kind = 'user' order by subject_id`, [
        owner.tenantId,
      ])
    expect(ended.map((row) => Number(row.subject_id))).toEqual([leaving, serviceAccountId].toSorted((a, b) => a - b))
  })

  it('says so in the trail, also when there was nobody to remove', async () => {
    const owner = await server.admin()
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
