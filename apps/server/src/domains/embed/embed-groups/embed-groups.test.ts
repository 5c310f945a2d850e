import { describe, expect } from 'vitest'
import { lockCatalog } from '#access'
import { givenEmbedGroup, givenEmbedTenant, itPagesByCursor, itRefusesBodies, startTogether, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)
  .extend('params', () => givenParams())
  .extend('embedGroup', ({ owner }) => givenEmbedGroup(server, owner))

const givenParams = async () => {
  const owner = await server.admin()
  const { embedTenantName } = await givenEmbedTenant(server, owner)
  return { owner, params: { embedTenantName } }
}
const members = [{ externalId: 'user-1' }]

describe('createEmbedGroup', () => {
  itRefusesBodies(server, 'createEmbedGroup', [
    [undefined, '/body/name'],
    [{ name: '' }, '/body/name'],
    [{ name: 'x'.repeat(101) }, '/body/name'],
    [{ name: 7 }, '/body/name'],
    [{ name: ' editors' }, '/body/name'],
    [{ name: 'editors\u00a0' }, '/body/name'],
    [{ name: 'ok', description: 'x'.repeat(501) }, '/body/description'],
    [{ name: 'ok', namespace: 'system' }, '/body/namespace'],
    [{ name: 'ok', members: [] }, '/body/members'],
  ])

  it('creates a group in tenantGroups by default', async ({ params: { owner, params } }) => {
    const plain = await owner.api.createEmbedGroup({ params, body: { name: 'editors', description: 'May edit' } })
    const other = await owner.api.createEmbedGroup({ params, body: { name: 'viewers', description: null, namespace: 'groups' } })

    expect(plain).toEqual({ id: plain.id, name: 'editors', description: 'May edit', userCount: 0, namespace: 'tenantGroups' })
    expect(other).toEqual({ id: other.id, name: 'viewers', description: null, userCount: 0, namespace: 'groups' })
    expect((await owner.api.listEmbedGroups({ params })).items).toEqual([other, plain])
  })

  it('refuses a name taken in the same namespace and embed tenant', async ({ params: { owner, params } }) => {
    const elsewhere = { embedTenantName: (await givenEmbedTenant(server, owner)).embedTenantName }
    await owner.api.createEmbedGroup({ params, body: { name: 'editors' } })

    const again = owner.api.createEmbedGroup({ params, body: { name: 'editors' } })

    await expect(again).rejects.toMatchObject({ status: 400, code: 'group_name_taken', message: expect.stringContaining('"editors"') })
    await expect(owner.api.createEmbedGroup({ params, body: { name: 'editors', namespace: 'groups' } })).resolves.toBeDefined()
    await expect(owner.api.createEmbedGroup({ params: elsewhere, body: { name: 'editors' } })).resolves.toBeDefined()
  })

  it('refuses a reserved name', async ({ params: { owner, params } }) => {
    const answer = owner.api.createEmbedGroup({ params, body: { name: 'system：x' } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'group_name_reserved' })
    expect((await owner.api.listEmbedGroups({ params })).items).toEqual([])
  })
})

it('getEmbedGroup returns the group with its member count', async ({ owner }) => {
  const { params, groupId } = await givenEmbedGroup(server, owner, { name: 'editors' })
  await owner.api.addEmbedGroupMembers({ params, body: { members: [{ externalId: 'user-1' }] } })

  const group = await owner.api.getEmbedGroup({ params })

  expect(group).toEqual({ id: groupId, name: 'editors', description: null, userCount: 1, namespace: 'tenantGroups' })
})

describe('listEmbedGroups', () => {
  itPagesByCursor(server, 'listEmbedGroups', {
    fill: async (owner) => {
      const embedTenant = await givenEmbedTenant(server, owner)
      for (let made = 0; made < 3; made++) await givenEmbedGroup(server, owner, {}, embedTenant)
      return { params: { embedTenantName: embedTenant.embedTenantName } }
    },
    grow: async (owner) => {
      const [of] = (await owner.api.listEmbedTenants()).items
      await owner.api.createEmbedGroup({ params: { embedTenantName: of?.name ?? '' }, body: { name: 'one more' } })
    },
  })

  it('lists groups of both namespaces, newest first, with member counts', async ({ owner }) => {
    const embedTenant = await givenEmbedTenant(server, owner)
    const older = await givenEmbedGroup(server, owner, { name: 'editors' }, embedTenant)
    const newer = await givenEmbedGroup(server, owner, { name: 'editors', namespace: 'groups' }, embedTenant)
    await givenEmbedGroup(server, owner, { name: 'elsewhere' })
    const both = [{ externalId: 'user-1' }, { externalId: 'user-2' }]
    await owner.api.addEmbedGroupMembers({ params: older.params, body: { members: both } })

    const { items } = await owner.api.listEmbedGroups({ params: { embedTenantName: embedTenant.embedTenantName } })

    expect(items).toEqual([
      { id: newer.groupId, name: 'editors', description: null, userCount: 0, namespace: 'groups' },
      { id: older.groupId, name: 'editors', description: null, userCount: 2, namespace: 'tenantGroups' },
    ])
  })

  it('omits tenant-wide groups', async ({ owner }) => {
    const { embedTenantName } = await givenEmbedTenant(server, owner)
    await server.query(`insert into groups (tenant_id, namespace, name) values ($1, 'groups', 'premium')`, [owner.tenantId])

    expect((await owner.api.listEmbedGroups({ params: { embedTenantName } })).items).toEqual([])
  })
})

describe('updateEmbedGroup', () => {
  itRefusesBodies(server, 'updateEmbedGroup', [
    [{ description: 'x'.repeat(501) }, '/body/description'],
    [{ name: 'renamed' }, '/body/name'],
    [{ namespace: 'groups' }, '/body/namespace'],
  ])

  it('changes, keeps and clears the description', async ({ owner }) => {
    const { params } = await givenEmbedGroup(server, owner, { name: 'editors' })
    const described = async (body: { description?: string | null }) => {
      const { name, description } = await owner.api.updateEmbedGroup({ params, body })
      expect(await owner.api.getEmbedGroup({ params })).toMatchObject({ name, description })
      return description
    }

    expect(await described({ description: 'May edit' })).toBe('May edit')
    expect(await described({})).toBe('May edit')
    expect(await described({ description: null })).toBe('May edit')
    expect(await described({ description: '' })).toBeNull()
  })
})

describe('deleteEmbedGroup', () => {
  it('deletes an empty group and returns 404 when repeated', async ({ owner, embedGroup: { params } }) => {
    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toEqual({ status: 204, body: null })

    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toEqual({ status: 404, code: 'group_not_found' })
    expect((await owner.api.listEmbedGroups({ params })).items).toEqual([])
  })

  it('refuses to delete a group with members', async ({ owner, embedGroup: { params } }) => {
    await owner.api.addEmbedGroupMembers({ params, body: { members } })

    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toEqual({ status: 400, code: 'group_has_members' })

    await owner.api.removeEmbedGroupMembers({ params, body: { members } })
    expect(await server.outcome(owner, 'deleteEmbedGroup', { params })).toMatchObject({ status: 204 })
  })

  it('leaves no member in a deleted group when an addition runs concurrently', async ({ owner, embedGroup: { embedTenantId, params } }) => {
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
