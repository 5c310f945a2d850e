import { describe, expect, it } from 'vitest'
import { type Actor, givenEmbedGroup, givenEmbedUser, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

const endedUsers = async ({ tenantId }: Actor): Promise<number[]> => {
  const text = `select subject_id::int as id from embed_watermarks where tenant_id = $1 and kind = 'user' order by subject_id`
  return (await server.database().query<{ id: number }>(text, [tenantId])).map(({ id }) => id)
}

describe('removeEmbedGroupMembers', () => {
  itRefusesBodies(server, 'removeEmbedGroupMembers', [
    [undefined, '/body/members'],
    [{ members: [] }, '/body/members'],
    [{ members: [{ externalId: 'a', unknown: true }] }, '/body/members/0/unknown'],
  ])

  it('takes out those who are in, by either id, and ends their sessions and nobody else’s', async () => {
    const owner = await server.admin()
    const { params, ...embedTenant } = await givenEmbedGroup(server, owner)
    const outsider = await givenEmbedUser(server, owner, embedTenant)
    const members = ['a', 'b', 'stays'].map((externalId) => ({ externalId }))
    const { addedMembers } = await owner.api.addEmbedGroupMembers({ params, body: { members } })
    const [a, b] = addedMembers.map(({ id }) => id)
    await server.database().query(`update external_users set fingerprint = 'last' where tenant_id = $1`, [owner.tenantId])

    const leaving = [
      { externalId: 'a' },
      { embedUserId: b ?? 0 },
      { embedUserId: outsider.embedUserId },
      { externalId: 'nobody' },
      { embedUserId: 1 },
    ]
    const answer = await server.outcome(owner, 'removeEmbedGroupMembers', { params, body: { members: leaving } })

    expect(answer).toEqual({ status: 204, body: null })
    expect((await owner.api.listEmbedGroupMembers({ params })).items.map(({ externalId }) => externalId)).toEqual(['stays'])
    expect(await endedUsers(owner)).toEqual([a, b])
    const forgotten = await server
      .database()
      .query('select external_id from external_users where tenant_id = $1 and fingerprint is null order by external_id', [owner.tenantId])
    expect(forgotten).toEqual([{ external_id: 'a' }, { external_id: 'b' }])
  })

  it('makes nobody and ends nothing when none of them is in', async () => {
    const owner = await server.admin()
    const { params } = await givenEmbedGroup(server, owner)

    const answer = await server.outcome(owner, 'removeEmbedGroupMembers', { params, body: { members: [{ externalId: 'nobody' }] } })

    expect(answer).toMatchObject({ status: 204 })
    expect((await owner.api.listEmbedUsers({ params })).items).toEqual([])
    expect(await endedUsers(owner)).toEqual([])
  })

  it('leaves every other membership', async () => {
    const owner = await server.admin()
    const first = await givenEmbedGroup(server, owner)
    const second = await givenEmbedGroup(server, owner, {}, first)
    const third = await givenEmbedGroup(server, owner, { namespace: 'groups' }, first)
    const body = { members: [{ externalId: 'user-1' }] }
    for (const { params } of [first, second, third]) await owner.api.addEmbedGroupMembers({ params, body })

    await owner.api.removeEmbedGroupMembers({ params: second.params, body })

    const counts = [first, second, third].map(async ({ params }) => (await owner.api.getEmbedGroup({ params })).userCount)
    expect(await Promise.all(counts)).toEqual([1, 0, 1])
  })

  it('refuses a member named in two ways and points at it', async () => {
    const owner = await server.admin()
    const { params } = await givenEmbedGroup(server, owner)

    const answer = owner.api.removeEmbedGroupMembers({ params, body: { members: [{ externalId: 'a', embedUserId: 1 }] } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'invalid_request', errors: [{ pointer: '/body/members/0' }] })
  })
})
