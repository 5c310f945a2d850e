import { describe, expect, it } from 'vitest'
import { givenFolder, givenCreator, givenDashboard, givenEmbedTenant, givenGrant, givenSharer, givenWorkbook, useServer } from '#test'

const server = useServer('shared')

describe('getEmbedAccess', () => {
  it('shows what the workbook itself is shared with, by name, and not what its folders are', async () => {
    const owner = await server.admin()
    const folderId = (await givenFolder(owner)).id
    const { params } = await givenDashboard(owner, { folderId, allowEmbed: true })
    const [b, a] = [await givenEmbedTenant(server, owner, 'b-corp'), await givenEmbedTenant(server, owner, 'a-corp')]
    const get = () => owner.api.getEmbedAccess({ params })
    const none = { allowEmbed: true, allEmbedUsers: { enabled: false, action: 'none', groupId: owner.tenantId }, tenants: [] }
    await givenGrant(server, owner, folderId, { grantee_kind: 'all_embed_users' }, 'view')
    expect(await get()).toEqual(none)

    for (const { embedTenantId } of [b, a])
      await givenGrant(server, owner, params.workbookId, { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId }, 'view')
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')

    expect(await get()).toEqual({
      ...none,
      allEmbedUsers: { ...none.allEmbedUsers, enabled: true, action: 'read' },
      tenants: [
        { embedTenantName: 'a-corp', groupId: a.embedTenantId, action: 'read' },
        { embedTenantName: 'b-corp', groupId: b.embedTenantId, action: 'read' },
      ],
    })
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: 'a-corp' } })
    expect((await get()).tenants.map(({ embedTenantName }) => embedTenantName)).toEqual(['b-corp'])
  })

  it('names to a key that names embed tenants no others', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
    for (const name of ['own-tenant', 'other-tenant']) {
      const { embedTenantId } = await givenEmbedTenant(server, owner, name)
      await givenGrant(server, owner, params.workbookId, { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId }, 'view')
    }
    const scope = { tenantWide: true, embedTenants: ['own-tenant'] }
    const narrow = await server.colleague(owner, { role: 'Admin', scope })

    const { tenants } = await narrow.api.getEmbedAccess({ params })
    expect(tenants.map(({ embedTenantName }) => embedTenantName)).toEqual(['own-tenant'])
  })

  it('says that embedding is not allowed while nothing is published', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)

    expect(await owner.api.getEmbedAccess({ params })).toMatchObject({ allowEmbed: false })
  })

  it('needs view, and knows nothing of what creators make', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const viewer = await givenSharer(server, owner, params.workbookId, 'view', 'Viewer')
    const stranger = await server.colleague(owner, { role: 'Explorer' })
    const creator = await givenCreator(server, owner)
    const { params: own } = await givenWorkbook(creator)
    const notFound = { status: 404, code: 'workbook_not_found' }

    expect(await server.outcome(viewer, 'getEmbedAccess', { params })).toMatchObject({ status: 200 })
    expect(await server.outcome(stranger, 'getEmbedAccess', { params })).toEqual(notFound)
    expect(await server.outcome(owner, 'getEmbedAccess', { params: own })).toEqual(notFound)
    expect(await server.outcome(creator, 'getEmbedAccess', { params: own })).toEqual({ status: 403, code: 'forbidden' })
  })
})
