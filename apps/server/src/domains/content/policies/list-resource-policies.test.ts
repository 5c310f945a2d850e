import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenDashboard,
  givenEmbedTenant,
  givenExternalUser,
  givenFolder,
  givenGrant,
  givenGroup,
  givenReportOf,
  givenSharer,
  givenWorkbook,
  personIdOf,
  useServer,
} from '#test'

const server = useServer('shared')

const listed = async ({ api }: Pick<Actor, 'api'>, resourceType: 'Folder' | 'Workbook' | 'Report' | 'Dashboard', resourceId: number) =>
  (await api.listResourcePolicies({ query: { resourceType, resourceId } })).items

describe('listResourcePolicies', () => {
  it('does not find an item of another tenant', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const { id } = await givenFolder(owner)

    await expect(listed(stranger, 'Folder', id)).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })

  it('lists the grants of the item first, then inherited ones from the nearest on', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner)
    const { workbook, params } = await givenWorkbook(owner, { folderId: folder.id })
    const reportId = await givenReportOf(owner, params)
    const reader = await givenSharer(server, owner, folder.id, 'edit')
    const groupId = await givenGroup(owner)
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'group', group_id: groupId }, 'full')
    await givenGrant(server, owner, reportId, { grantee_kind: 'organisation' }, 'view')

    const items = await listed(owner, 'Report', reportId)

    expect(items).toMatchObject([
      { resourceType: 'Report', resourceId: reportId, action: 'ReportRead', isInherited: false, isOrganization: true },
      {
        resourceType: 'Workbook',
        resourceId: workbook.id,
        action: 'WorkbookManage',
        isInherited: true,
        groupId,
        group: { isSystem: false },
      },
      { resourceType: 'Folder', resourceId: folder.id, action: 'FolderEdit', isInherited: true, userId: reader.personId },
    ])
    expect(items[2]?.user?.email).toContain('@')
    expect(items[0]).not.toHaveProperty('userId')
  })

  it('lists those of a dashboard alone before those of its workbook', async () => {
    const owner = await server.admin()
    const { dashboard, workbook } = await givenDashboard(owner)
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'organisation' }, 'view')
    await owner.api.setUserPolicy({ body: { resourceType: 'Dashboard', resourceId: dashboard.id, action: 'EmbedDashboardRead' } })

    expect(await listed(owner, 'Dashboard', dashboard.id)).toMatchObject([
      { resourceType: 'Dashboard', resourceId: dashboard.id, action: 'EmbedDashboardRead', isInherited: false },
      { resourceType: 'Workbook', resourceId: workbook.id, action: 'WorkbookRead', isInherited: true },
    ])
    expect(await listed(owner, 'Workbook', workbook.id)).toMatchObject([{ resourceType: 'Workbook' }])
  })

  it('shows people and groups by id alone to whoever may not list them', async () => {
    const owner = await server.admin()
    const { id } = await givenFolder(owner)
    const sharer = await givenSharer(server, owner, id, 'full')
    const groupId = await givenGroup(owner)
    await givenGrant(server, owner, id, { grantee_kind: 'group', group_id: groupId }, 'view')
    const deploymentAdmin = await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })

    expect(await listed(sharer, 'Folder', id)).toEqual([
      expect.objectContaining({ userId: sharer.personId, user: { id: sharer.personId, email: null } }),
      expect.objectContaining({ groupId, group: { id: groupId, name: expect.stringMatching(/.+/) as string, isSystem: false } }),
    ])
    expect(await listed(deploymentAdmin, 'Folder', id)).toMatchObject([
      { user: { id: sharer.personId, email: null } },
      { group: { id: groupId, name: '' } },
    ])
  })

  it('needs full access, and shows no item that the caller may not see', async () => {
    const owner = await server.admin()
    const { id } = await givenFolder(owner)
    const editor = await givenSharer(server, owner, id, 'edit')
    const other = await server.colleague(owner, { role: 'Explorer' })
    const { dashboard } = await givenDashboard(owner)
    const ask = (caller: Actor, resourceType: string, resourceId: number) =>
      server.request(caller, `/api/v1/resource-policies?resourceType=${resourceType}&resourceId=${resourceId}`)
    const outcome = async (answer: Promise<Response>) => {
      const got = await answer
      return [got.status, ((await got.json()) as { code: string }).code]
    }

    expect(await outcome(ask(editor, 'Folder', id))).toEqual([403, 'item_access_denied'])
    expect(await outcome(ask(other, 'Folder', id))).toEqual([404, 'folder_not_found'])
    expect(await outcome(ask(other, 'Dashboard', dashboard.id))).toEqual([404, 'dashboard_not_found'])
    expect(await outcome(ask(owner, 'Workbook', id))).toEqual([404, 'workbook_not_found'])
    expect(await outcome(ask(owner, 'Agent', id))).toEqual([400, 'resource_type_unsupported'])
    expect((await ask(owner, 'ReportFolder', id)).status).toBe(200)
  })

  it('shows to a key that names embed tenants those of its own and no others', async () => {
    const owner = await server.admin()
    const { workbook } = await givenWorkbook(owner)
    const [own, other] = [await givenEmbedTenant(server, owner, 'own-tenant'), await givenEmbedTenant(server, owner, 'other-tenant')]
    for (const { embedTenantId } of [own, other])
      await givenGrant(server, owner, workbook.id, { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId }, 'view')
    const visitor = await givenExternalUser(server, owner)
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'external_user', external_user_id: visitor }, 'view')
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'all_embed_users' }, 'view')
    const narrow = await server.colleague(owner, { role: 'Admin', scope: { tenantWide: true, embedTenants: ['own-tenant'] } })
    const names = async (caller: Actor) => (await listed(caller, 'Workbook', workbook.id)).map(({ group, userId }) => group?.name ?? userId)

    expect(await names(owner)).toEqual(['system:tenant:own-tenant', 'system:tenant:other-tenant', visitor, 'all_embed_users'])
    expect(await names(narrow)).toEqual(['system:tenant:own-tenant', 'all_embed_users'])
  })

  it('shows creators what they share in the workspace of their embed tenant, and nothing of the console', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
    const { id } = await givenFolder(creator)
    const inConsole = await givenFolder(owner)
    await creator.api.setUserPolicy({ body: { resourceType: 'Folder', resourceId: id, action: 'FolderRead' } })

    expect(await listed(creator, 'Folder', id)).toMatchObject([{ isOrganization: true, action: 'FolderRead' }])
    await expect(listed(creator, 'Folder', inConsole.id)).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
    await expect(listed(owner, 'Folder', id)).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
    expect(await personIdOf(creator)).toBeGreaterThan(0)
  })
})
