import type { PolicyAction } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenDashboard,
  givenEmbedGroup,
  givenEmbedTenant,
  givenFolder,
  givenFrame,
  givenGrant,
  givenGroup,
  givenSharer,
  itRefusesBodies,
  personIdOf,
  useServer,
} from '#test'

const server = useServer('shared')

const viewed = { resourceType: 'Workbook', action: 'WorkbookRead' } as const
const outcome = (caller: Actor, resourceId: number, groupId: number, action: PolicyAction | null = 'WorkbookRead') =>
  server.outcome(caller, 'setGroupPolicy', { body: { ...viewed, resourceId, groupId, action } })

const notFound = { status: 404, code: 'group_not_found' }
const outside = { status: 403, code: 'outside_key_scope' }

describe('setGroupPolicy', () => {
  itRefusesBodies(server, 'setGroupPolicy', [
    [{ resourceType: 'Folder', resourceId: 1 }, '/body/groupId'],
    [{ resourceType: 'Folder', resourceId: 1, groupId: 1.5 }, '/body/groupId'],
  ])

  it('does not find an item, a group or an embed tenant of another tenant', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const { workbook } = await givenDashboard(owner)

    expect(await outcome(stranger, workbook.id, await givenGroup(stranger))).toEqual({ status: 404, code: 'workbook_not_found' })
    for (const groupId of [await givenGroup(stranger), (await givenEmbedTenant(server, stranger)).embedTenantId, stranger.tenantId])
      expect(await outcome(owner, workbook.id, groupId)).toEqual(notFound)
  })

  it('shares with whoever is in the group, and ends that', async () => {
    const owner = await server.admin()
    const { workbook, params } = await givenDashboard(owner)
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const groupId = await givenGroup(owner)
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await personIdOf(colleague)] } })

    expect(await outcome(owner, workbook.id, groupId)).toMatchObject({
      status: 200,
      body: { items: [{ groupId, action: 'WorkbookRead' }] },
    })
    expect(await colleague.api.getWorkbook({ params })).toMatchObject({ id: workbook.id })
    expect(await outcome(owner, workbook.id, groupId, null)).toMatchObject({ status: 200, body: { items: [] } })
    await expect(colleague.api.getWorkbook({ params })).rejects.toMatchObject({ status: 404 })
  })

  it('shares with an embed tenant and with all embed users, to view and nothing more', async () => {
    const owner = await server.admin()
    const { workbook, dashboard } = await givenDashboard(owner, { allowEmbed: true })
    const { embedTenantId, embedTenantName } = await givenEmbedTenant(server, owner)
    const frame = await givenFrame(server, owner, { embedTenantName })
    const look = () => frame.api.getDashboard({ params: { dashboardPublicId: dashboard.publicId } })

    for (const groupId of [embedTenantId, owner.tenantId]) {
      expect(await outcome(owner, workbook.id, groupId, 'WorkbookEdit')).toEqual({ status: 400, code: 'system_group_view_only' })
      await expect(look()).rejects.toMatchObject({ status: 404 })
      expect(await outcome(owner, workbook.id, groupId)).toMatchObject({
        status: 200,
        body: { items: [{ groupId, group: { isSystem: true }, action: 'WorkbookRead' }] },
      })
      expect(await look()).toMatchObject({ publicId: dashboard.publicId })
      expect(await outcome(owner, workbook.id, groupId, null)).toMatchObject({ status: 200, body: { items: [] } })
    }
    const { allEmbedUsers, tenants } = await owner.api.getEmbedAccess({
      params: { deploymentId: owner.deploymentId, workbookId: workbook.id },
    })
    expect([allEmbedUsers.enabled, tenants]).toEqual([false, []])
  })

  it('does not share a dashboard alone with a group of the platform', async () => {
    const owner = await server.admin()
    const { dashboard } = await givenDashboard(owner)
    const body = { resourceType: 'Dashboard', resourceId: dashboard.id, groupId: owner.tenantId, action: 'EmbedDashboardRead' } as const

    expect(await server.outcome(owner, 'setGroupPolicy', { body })).toEqual({ status: 400, code: 'resource_type_unsupported' })
    const groupId = await givenGroup(owner)
    expect(await server.outcome(owner, 'setGroupPolicy', { body: { ...body, groupId } })).toMatchObject({ status: 200 })
  })

  it('holds a key that names embed tenants to those, and from all embed users', async () => {
    const owner = await server.admin()
    const { workbook } = await givenDashboard(owner)
    const [own, other] = [await givenEmbedTenant(server, owner, 'own-tenant'), await givenEmbedTenant(server, owner, 'other-tenant')]
    const narrow = await server.colleague(owner, { role: 'Admin', scope: { tenantWide: true, embedTenants: ['own-tenant'] } })
    const elsewhere = await server.colleague(owner, { role: 'Admin', scope: { embedTenants: ['own-tenant'] } })

    for (const action of ['WorkbookRead', null] as const) {
      expect(await outcome(narrow, workbook.id, other.embedTenantId, action)).toEqual(outside)
      expect(await outcome(narrow, workbook.id, owner.tenantId, action)).toEqual(outside)
      expect(await outcome(narrow, workbook.id, own.embedTenantId, action)).toMatchObject({ status: 200 })
    }
    expect(await outcome(elsewhere, workbook.id, own.embedTenantId)).toEqual({ status: 404, code: 'workbook_not_found' })
  })

  it('lets who is no administrator name embed tenants that it is shared with already, and no others by guessing', async () => {
    const owner = await server.admin()
    const { workbook } = await givenDashboard(owner)
    const [shared, secret] = [await givenEmbedTenant(server, owner), await givenEmbedTenant(server, owner)]
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'embed_tenant', embed_tenant_id: shared.embedTenantId }, 'view')
    const sharer = await givenSharer(server, owner, workbook.id, 'full')

    expect(await outcome(sharer, workbook.id, secret.embedTenantId)).toEqual(notFound)
    expect(await outcome(sharer, workbook.id, shared.embedTenantId, null)).toMatchObject({ status: 200 })
  })

  it('lets creators name groups of their embed tenant, and none of the console or of another', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
    const { embedTenantId, embedTenantName } = creator
    const of = { embedTenantId, embedTenantName: embedTenantName ?? '' }
    const { groupId } = await givenEmbedGroup(server, owner, {}, of)
    const folder = await givenFolder(creator)
    const share = (id: number) =>
      creator.api.setGroupPolicy({ body: { resourceType: 'Folder', resourceId: folder.id, groupId: id, action: 'FolderRead' } })

    for (const id of [await givenGroup(owner), (await givenEmbedGroup(server, owner)).groupId, embedTenantId, owner.tenantId])
      await expect(share(id)).rejects.toMatchObject(notFound)
    expect((await share(groupId)).items).toMatchObject([{ groupId, action: 'FolderRead' }])
  })
})
