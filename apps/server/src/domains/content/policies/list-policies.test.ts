import type { WorkspaceItemType } from '@facet/contract'
import { describe, expect } from 'vitest'
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
  givenUser,
  givenWorkbook,
  personIdOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const listed = async ({ api }: Pick<Actor, 'api'>, resourceType: 'Folder' | 'Workbook' | 'Report' | 'Dashboard', resourceId: number) =>
  (await api.listResourcePolicies({ query: { resourceType, resourceId } })).items

describe('listResourcePolicies', () => {
  it('lists the grants of the item first, then inherited ones from the nearest on', async ({ owner, folder }) => {
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

  it('lists those of a dashboard alone before those of its workbook', async ({ owner, dashboard: { dashboard, workbook } }) => {
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'organisation' }, 'view')
    await owner.api.setUserPolicy({
      body: { resourceType: 'Dashboard', resourceId: dashboard.id, userId: null, action: 'EmbedDashboardRead' },
    })

    expect(await listed(owner, 'Dashboard', dashboard.id)).toMatchObject([
      { resourceType: 'Dashboard', resourceId: dashboard.id, action: 'EmbedDashboardRead', isInherited: false },
      { resourceType: 'Workbook', resourceId: workbook.id, action: 'WorkbookRead', isInherited: true },
    ])
    expect(await listed(owner, 'Workbook', workbook.id)).toMatchObject([{ resourceType: 'Workbook' }])
  })

  it('shows only ids of people and groups to callers who cannot list them', async ({ owner, folder: { id } }) => {
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

  it('needs full access, and shows no item that the caller may not see', async ({ owner, folder: { id }, explorer: other }) => {
    const editor = await givenSharer(server, owner, id, 'edit')
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

  it('shows to a key that names embed tenants those of its own and no others', async ({ owner, workbook: { workbook } }) => {
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

  it('shows creators what they share in the workspace of their embed tenant, and nothing of the console', async ({ owner, creator }) => {
    const { id } = await givenFolder(creator)
    const inConsole = await givenFolder(owner)
    await creator.api.setUserPolicy({ body: { resourceType: 'Folder', resourceId: id, userId: null, action: 'FolderRead' } })

    expect(await listed(creator, 'Folder', id)).toMatchObject([{ isOrganization: true, action: 'FolderRead' }])
    await expect(listed(creator, 'Folder', inConsole.id)).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
    await expect(listed(owner, 'Folder', id)).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
    expect(await personIdOf(creator)).toBeGreaterThan(0)
  })
})

const explain = ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>, type: WorkspaceItemType, id: number, userId?: number) =>
  api.explainContentAccess({ params: { deploymentId, type, id }, query: userId === undefined ? {} : { userId } })

describe('explainContentAccess', () => {
  it('shows the chain, and every owner and grant of it from the nearest on', async ({ owner, folder }) => {
    const { workbook, params } = await givenWorkbook(owner, { folderId: folder.id, name: 'Revenue' })
    const reportId = await givenReportOf(owner, params)
    const reader = await givenSharer(server, owner, folder.id, 'edit')
    await givenGrant(server, owner, reportId, { grantee_kind: 'user', principal_id: reader.personId }, 'view')
    const groupId = await givenGroup(owner)
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'group', group_id: groupId }, 'view')
    await givenGrant(server, owner, folder.id, { grantee_kind: 'organisation' }, 'view')

    const answer = await explain(owner, 'REPORT', reportId)

    const { email } = await reader.api.getCurrentUser({})
    const ownerId = await personIdOf(owner)
    expect(answer).toMatchObject({ type: 'REPORT', id: reportId, embedTenantName: null })
    expect(answer).not.toHaveProperty('subject')
    expect(answer.chain).toEqual([
      { type: 'REPORT', id: reportId, name: 'Revenue by month' },
      { type: 'WORKBOOK', id: workbook.id, name: 'Revenue' },
      { type: 'FOLDER', id: folder.id, name: folder.name },
    ])
    expect(answer.entries).toMatchObject([
      {
        through: 'owner',
        grantee: { kind: 'user', id: ownerId },
        level: 'full',
        on: { id: reportId },
        isInherited: false,
        isDeciding: true,
      },
      {
        through: 'grant',
        grantee: { kind: 'user', id: reader.personId, name: email },
        level: 'view',
        isInherited: false,
        isDeciding: true,
      },
      { through: 'owner', on: { id: workbook.id }, isInherited: true, isDeciding: false },
      { grantee: { kind: 'group', id: groupId, name: expect.any(String) as string }, level: 'view', isDeciding: true },
      { through: 'owner', on: { id: folder.id }, isDeciding: false },
      { grantee: { kind: 'user', id: reader.personId }, level: 'edit', on: { id: folder.id }, isDeciding: false },
      { grantee: { kind: 'organization', id: null, name: null }, level: 'view', isDeciding: true },
    ])
  })

  it('says what somebody may do and what decides it: the nearest, the highest there, or the organisation', async ({ owner, folder }) => {
    const { workbook } = await givenWorkbook(owner, { folderId: folder.id })
    const reader = await givenSharer(server, owner, folder.id, 'full')
    const groupId = await givenGroup(owner)
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [reader.personId] } })
    const subject = async () => (await explain(owner, 'WORKBOOK', workbook.id, reader.personId)).subject

    expect(await subject()).toMatchObject({
      level: 'full',
      isAdministrator: false,
      isCappedByRole: false,
      because: [{ on: { id: folder.id } }],
    })
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'user', principal_id: reader.personId }, 'view')
    expect(await subject()).toMatchObject({ level: 'view', because: [{ grantee: { kind: 'user' }, on: { id: workbook.id } }] })
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'group', group_id: groupId }, 'edit')
    expect(await subject()).toMatchObject({ level: 'edit', because: [{ grantee: { kind: 'group', id: groupId } }] })
    await givenGrant(server, owner, folder.id, { grantee_kind: 'organisation' }, 'full')
    expect(await subject()).toMatchObject({ level: 'full', because: [{ grantee: { kind: 'organization' }, on: { id: folder.id } }] })
  })

  it('says where a role holds less, who administers, and who has nothing', async ({ owner, workbook: { workbook } }) => {
    const viewer = await givenSharer(server, owner, workbook.id, 'full', 'Viewer')
    const roleless = await server.colleague(owner, {})
    const subject = async (userId: number) => (await explain(owner, 'WORKBOOK', workbook.id, userId)).subject

    expect(await subject(viewer.personId)).toMatchObject({ level: 'view', isCappedByRole: true, because: [{ level: 'full' }] })
    expect(await subject(await givenUser(owner, { isAdmin: true }))).toEqual(
      expect.objectContaining({ level: 'full', isAdministrator: true, isCappedByRole: false, because: [] }),
    )
    expect(await subject(await givenUser(owner))).toMatchObject({ level: 'none', isCappedByRole: false, because: [] })
    await owner.api.updateUser({ params: { userId: viewer.personId }, body: { isDeactivated: true } })
    expect(await subject(viewer.personId)).toMatchObject({ level: 'none', isCappedByRole: true })
    expect(await subject(await personIdOf(roleless))).toMatchObject({ level: 'none' })
  })

  it('needs full access, finds nobody of another tenant, and tells who is no administrator no names', async ({ owner, stranger }) => {
    const { id } = await givenFolder(owner)
    const editor = await givenSharer(server, owner, id, 'edit')
    const keeper = await givenSharer(server, owner, id, 'full')

    await expect(explain(editor, 'FOLDER', id)).rejects.toMatchObject({ status: 403, code: 'item_access_denied' })
    await expect(explain(owner, 'WORKBOOK', id)).rejects.toMatchObject({ status: 404, code: 'workbook_not_found' })
    await expect(explain(owner, 'FOLDER', id, await givenUser(stranger))).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    expect(JSON.stringify(await explain(keeper, 'FOLDER', id, editor.personId))).not.toContain('@')
  })

  it('tells creators of those of their embed tenant', async ({ owner, creator }) => {
    const other = await givenCreator(server, owner, { embedTenantName: creator.embedTenantName })
    const { id } = await givenFolder(creator)
    await creator.api.setUserPolicy({ body: { resourceType: 'Folder', resourceId: id, userId: null, action: 'FolderEdit' } })

    const answer = await explain(creator, 'FOLDER', id, await personIdOf(other))

    expect(answer).toMatchObject({
      embedTenantName: creator.embedTenantName,
      entries: [{ through: 'owner', grantee: { kind: 'external_user', name: null } }, { grantee: { kind: 'organization', id: null } }],
      subject: { level: 'edit', isAdministrator: false, because: [{ grantee: { kind: 'organization' } }] },
    })
    await expect(explain(creator, 'FOLDER', id, await personIdOf(owner))).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    await expect(explain(owner, 'FOLDER', id)).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })
})
