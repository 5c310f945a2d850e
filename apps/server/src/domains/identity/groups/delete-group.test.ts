import { describe, expect, it } from 'vitest'
import { givenExternalUser, givenGroup, useServer } from '#test'

const server = useServer('shared')

describe('deleteGroup', () => {
  it('takes the group from everyone in it and ends the sessions that stand on it', async () => {
    const owner = await server.admin()
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

  it('frees the name and finds nothing the second time', async () => {
    const { api } = await server.admin()
    const { id: groupId, name } = await api.createGroup({ body: { name: 'premium' } })
    await api.deleteGroup({ params: { groupId } })

    await expect(api.deleteGroup({ params: { groupId } })).rejects.toMatchObject({ status: 404, code: 'group_not_found' })
    await expect(api.createGroup({ body: { name } })).resolves.toMatchObject({ name })
  })
})
