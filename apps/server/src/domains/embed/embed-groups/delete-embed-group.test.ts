import { describe, expect, it } from 'vitest'
import { lockCatalog } from '#access'
import { givenEmbedGroup, givenEmbedTenant, startTogether, useServer } from '#test'

const server = useServer('shared')

const members = [{ externalId: 'user-1' }]

describe('deleteEmbedGroup', () => {
  it('deletes an empty group and does not find it the second time', async () => {
    const owner = await server.admin()
    const { params } = await givenEmbedGroup(server, owner)

    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toEqual({ status: 204, body: null })

    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toEqual({ status: 404, code: 'group_not_found' })
    expect((await owner.api.listEmbedGroups({ params })).items).toEqual([])
  })

  it('refuses a group while somebody is in it, and deletes it once they are gone', async () => {
    const owner = await server.admin()
    const { params } = await givenEmbedGroup(server, owner)
    await owner.api.addEmbedGroupMembers({ params, body: { members } })

    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toEqual({ status: 400, code: 'group_has_members' })

    await owner.api.removeEmbedGroupMembers({ params, body: { members } })
    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toMatchObject({ status: 204 })
  })

  it('and an addition at the same moment never leave a member in a group that is gone', async () => {
    const owner = await server.admin()
    const { embedTenantId, params } = await givenEmbedGroup(server, owner)
    const calls = [
      () => server.outcome(owner, 'addEmbedGroupMembers', { params, body: { members } }),
      () => server.outcome(owner, 'deleteEmbedGroup', { params }),
    ]

    const [added, deleted] = await startTogether(server, owner, calls, (db, of) => lockCatalog(db, of, embedTenantId))

    expect([
      [200, 400],
      [404, 204],
    ]).toContainEqual([added?.status, deleted?.status])
  })
})
