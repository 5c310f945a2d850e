import { describe, expect } from 'vitest'
import { lockCatalog } from '#access'
import {
  type Actor,
  givenEmbedGroup,
  givenEmbedTenant,
  givenEmbedUser,
  itPagesByCursor,
  itRefusesBodies,
  startTogether,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('first', ({ owner }) => givenEmbedGroup(server, owner))

type Stored = { external_id: string; embed_group_ids: string[]; tenant_group_ids: string[]; fingerprint: Buffer | null }
const storedUsers = ({ tenantId }: Actor): Promise<Stored[]> =>
  server.query<Stored>(
    'select external_id, embed_group_ids, tenant_group_ids, fingerprint from external_users where tenant_id = $1 order by external_id',
    [tenantId],
  )
const endedUsers = async ({ tenantId }: Actor): Promise<number[]> => {
  const text = `select subject_id::int as id from embed_watermarks where tenant_id = $1 and kind = 'user' order by subject_id`
  return (await server.query<{ id: number }>(text, [tenantId])).map(({ id }) => id)
}

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

  it('lists members, most recently added first', async ({ owner }) => {
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

describe('addEmbedGroupMembers', () => {
  itRefusesBodies(server, 'addEmbedGroupMembers', [
    [undefined, '/body/members'],
    [{ members: [] }, '/body/members'],
    [{ members: Array.from({ length: 1001 }, () => ({ externalId: 'x' })) }, '/body/members'],
    [{ members: [{ externalId: '' }] }, '/body/members/0/externalId'],
    [{ members: [{ externalId: 'x'.repeat(257) }] }, '/body/members/0/externalId'],
    [{ members: [{ embedUserId: 0 }] }, '/body/members/0/embedUserId'],
    [{ members: [{ externalId: 'a', email: 'a@b.example' }] }, '/body/members/0/email'],
  ])

  it.each([
    ['neither', {}, ''],
    ['both', { externalId: 'user-1', embedUserId: 1 }, ''],
    ['neither but nulls', { externalId: null, embedUserId: null }, ''],
    ['an id in capitals', { externalId: 'User-1' }, '/externalId'],
    ['an id with a space around', { externalId: ' user-1' }, '/externalId'],
    ['an id with a line break', { externalId: 'user\n1' }, '/externalId'],
  ])('refuses a member with %s and points at it', async (_, member, at) => {
    const owner = await server.admin()
    const { params } = await givenEmbedGroup(server, owner)

    const answer = owner.api.addEmbedGroupMembers({ params, body: { members: [{ externalId: 'fine' }, member] } })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: `/body/members/1${at}`, message: expect.any(String) }],
    })
    expect(await storedUsers(owner)).toEqual([])
  })

  it('adds users by either id, creates unknown ones and reports members already in the group', async ({ owner }) => {
    const { params, ...embedTenant } = await givenEmbedGroup(server, owner)
    const known = await givenEmbedUser(server, owner, embedTenant, { externalId: 'known', email: 'known@acme.example' })
    await owner.api.addEmbedGroupMembers({ params, body: { members: [{ externalId: 'zeta' }, { externalId: 'inside' }] } })

    const members = [
      { externalId: 'new-2' },
      { externalId: 'zeta' },
      { embedUserId: known.embedUserId },
      { externalId: 'inside' },
      { externalId: 'new-1' },
    ]
    const { addedMembers, unchangedMembers } = await owner.api.addEmbedGroupMembers({ params, body: { members } })

    expect(addedMembers.map(({ externalId }) => externalId)).toEqual(['new-2', 'known', 'new-1'])
    expect(unchangedMembers.map(({ externalId }) => externalId)).toEqual(['zeta', 'inside'])
    expect(addedMembers[1]).toMatchObject({ id: known.embedUserId, username: 'known', email: 'known@acme.example' })
    expect(addedMembers[0]).toMatchObject({ username: 'new-2', email: null })
    expect(await owner.api.getEmbedGroup({ params })).toMatchObject({ userCount: 5 })
    expect((await owner.api.listEmbedTenants()).items).toMatchObject([{ userCount: 5 }])
  })

  it('adds a user once when named several times', async ({ owner }) => {
    const { params, ...embedTenant } = await givenEmbedGroup(server, owner)
    const { embedUserId, externalId } = await givenEmbedUser(server, owner, embedTenant)
    const members = [{ externalId }, { externalId: 'new' }, { embedUserId }, { externalId: 'new' }, { externalId }]

    const { addedMembers, unchangedMembers } = await owner.api.addEmbedGroupMembers({ params, body: { members } })

    expect(addedMembers.map((user) => user.externalId)).toEqual([externalId, 'new'])
    expect(unchangedMembers).toEqual([])
    expect(await storedUsers(owner)).toHaveLength(2)
  })

  it('stores the group in the column of its namespace and keeps other memberships', async ({ owner, first }) => {
    const second = await givenEmbedGroup(server, owner, {}, first)
    const third = await givenEmbedGroup(server, owner, { namespace: 'groups' }, first)
    await givenEmbedUser(server, owner, first, { externalId: 'user-1' })

    for (const { params } of [first, second, third, second])
      await owner.api.addEmbedGroupMembers({ params, body: { members: [{ externalId: 'user-1' }] } })

    expect(await storedUsers(owner)).toEqual([
      {
        external_id: 'user-1',
        tenant_group_ids: [String(first.groupId), String(second.groupId)],
        embed_group_ids: [String(third.groupId)],
        fingerprint: null,
      },
    ])
  })

  it('changes nothing when one id is unknown in the embed tenant', async ({ owner, first: { params } }) => {
    const elsewhere = await givenEmbedUser(server, owner, await givenEmbedTenant(server, owner), { externalId: 'elsewhere' })

    for (const embedUserId of [elsewhere.embedUserId, Number.MAX_SAFE_INTEGER]) {
      const members = [{ externalId: 'new' }, { embedUserId }]
      const answer = owner.api.addEmbedGroupMembers({ params, body: { members } })
      await expect(answer).rejects.toMatchObject({
        status: 404,
        code: 'embed_user_not_found',
        message: expect.stringContaining(`${embedUserId}`),
      })
    }

    expect(await storedUsers(owner)).toMatchObject([{ external_id: 'elsewhere', tenant_group_ids: [] }])
  })

  it('refuses new users over the limit of the tenant and adds existing ones', async ({ owner }) => {
    const { params, ...embedTenant } = await givenEmbedGroup(server, owner)
    const add = (...ids: string[]) =>
      server.outcome(owner, 'addEmbedGroupMembers', { params, body: { members: ids.map((externalId) => ({ externalId })) } })
    await givenEmbedUser(server, owner, embedTenant, { externalId: 'known' })
    await givenEmbedUser(server, owner, await givenEmbedTenant(server, owner))
    await owner.api.updateTenantSettings({ body: { externalUserLimit: 3 } })

    expect(await add('known', 'new-1', 'new-2')).toEqual({ status: 403, code: 'external_user_limit' })
    expect(await owner.api.getEmbedGroup({ params })).toMatchObject({ userCount: 0 })
    expect(await add('new-1')).toMatchObject({ status: 200 })
    expect(await add('known', 'new-1')).toMatchObject({ status: 200 })
    expect(await add('new-2')).toEqual({ status: 403, code: 'external_user_limit' })
    expect(await owner.api.getEmbedGroup({ params })).toMatchObject({ userCount: 2 })
  })

  it('adds the maximum of a thousand members', async ({ owner, first: { params } }) => {
    const members = Array.from({ length: 1000 }, (_, index) => ({ externalId: `user-${index}` }))

    const { addedMembers } = await owner.api.addEmbedGroupMembers({ params, body: { members } })

    expect(addedMembers.map(({ externalId }) => ({ externalId }))).toEqual(members)
    expect(await owner.api.getEmbedGroup({ params })).toMatchObject({ userCount: 1000 })
  })

  it('creates one user when two requests name it concurrently', async ({ owner, first: { embedTenantId, params } }) => {
    const add = () => owner.api.addEmbedGroupMembers({ params, body: { members: [{ externalId: 'new' }] } })

    const answers = await startTogether(server, owner, [add, add], (db, of) => lockCatalog(db, of, embedTenantId))

    const counts = answers.map(({ addedMembers, unchangedMembers }) => [addedMembers.length, unchangedMembers.length])
    expect(counts).toEqual(
      expect.arrayContaining([
        [1, 0],
        [0, 1],
      ]),
    )
    expect(await storedUsers(owner)).toHaveLength(1)
  })
})

describe('removeEmbedGroupMembers', () => {
  itRefusesBodies(server, 'removeEmbedGroupMembers', [
    [undefined, '/body/members'],
    [{ members: [] }, '/body/members'],
    [{ members: [{ externalId: 'a', unknown: true }] }, '/body/members/0/unknown'],
  ])

  it('removes members by either id and ends only their sessions', async ({ owner }) => {
    const { params, ...embedTenant } = await givenEmbedGroup(server, owner)
    const outsider = await givenEmbedUser(server, owner, embedTenant)
    const members = ['a', 'b', 'stays'].map((externalId) => ({ externalId }))
    const { addedMembers } = await owner.api.addEmbedGroupMembers({ params, body: { members } })
    const [a, b] = addedMembers.map(({ id }) => id)
    await server.query(`update external_users set fingerprint = 'last' where tenant_id = $1`, [owner.tenantId])

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
    const forgotten = await server.query(
      'select external_id from external_users where tenant_id = $1 and fingerprint is null order by external_id',
      [owner.tenantId],
    )
    expect(forgotten).toEqual([{ external_id: 'a' }, { external_id: 'b' }])
  })

  it('creates no user and ends no session when nobody is a member', async ({ owner, first: { params } }) => {
    const answer = await server.outcome(owner, 'removeEmbedGroupMembers', { params, body: { members: [{ externalId: 'nobody' }] } })

    expect(answer).toMatchObject({ status: 204 })
    expect((await owner.api.listEmbedUsers({ params })).items).toEqual([])
    expect(await endedUsers(owner)).toEqual([])
  })

  it('keeps other memberships', async ({ owner, first }) => {
    const second = await givenEmbedGroup(server, owner, {}, first)
    const third = await givenEmbedGroup(server, owner, { namespace: 'groups' }, first)
    const body = { members: [{ externalId: 'user-1' }] }
    for (const { params } of [first, second, third]) await owner.api.addEmbedGroupMembers({ params, body })

    await owner.api.removeEmbedGroupMembers({ params: second.params, body })

    const counts = [first, second, third].map(async ({ params }) => (await owner.api.getEmbedGroup({ params })).userCount)
    expect(await Promise.all(counts)).toEqual([1, 0, 1])
  })
})
