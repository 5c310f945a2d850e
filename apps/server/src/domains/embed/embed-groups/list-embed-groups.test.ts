import { describe, expect, it } from 'vitest'
import { givenEmbedGroup, givenEmbedTenant, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

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

  it('lists groups of both namespaces, newest first, with how many are in each', async () => {
    const owner = await server.admin()
    const embedTenant = await givenEmbedTenant(server, owner)
    const older = await givenEmbedGroup(server, owner, { name: 'editors' }, embedTenant)
    const newer = await givenEmbedGroup(server, owner, { name: 'editors', namespace: 'groups' }, embedTenant)
    await givenEmbedGroup(server, owner, { name: 'elsewhere' })
    const members = [{ externalId: 'user-1' }, { externalId: 'user-2' }]
    await owner.api.addEmbedGroupMembers({ params: older.params, body: { members } })

    const { items } = await owner.api.listEmbedGroups({ params: { embedTenantName: embedTenant.embedTenantName } })

    expect(items).toEqual([
      { id: newer.groupId, name: 'editors', description: null, userCount: 0, namespace: 'groups' },
      { id: older.groupId, name: 'editors', description: null, userCount: 2, namespace: 'tenantGroups' },
    ])
  })

  it('does not list the groups of the whole tenant', async () => {
    const owner = await server.admin()
    const { embedTenantName } = await givenEmbedTenant(server, owner)
    await server.database().query(`insert into groups (tenant_id, namespace, name) values ($1, 'groups', 'premium')`, [owner.tenantId])

    expect((await owner.api.listEmbedGroups({ params: { embedTenantName } })).items).toEqual([])
  })
})
