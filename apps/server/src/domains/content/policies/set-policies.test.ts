import type { PolicyAction, ResourceType } from '@facet/contract'
import { describe, expect } from 'vitest'
import {
  type Actor,
  failureOf,
  givenCreator,
  givenDashboard,
  givenEmbedGroup,
  givenEmbedTenant,
  givenExternalUser,
  givenFolder,
  givenFrame,
  givenGrant,
  givenGroup,
  givenServiceAccount,
  givenSharer,
  givenUser,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)
type Sent = { resourceType: ResourceType; resourceId: number; userId?: number | null; action?: PolicyAction | null }
const set = ({ api }: Pick<Actor, 'api'>, body: Sent) => api.setUserPolicy({ body })
const outcome = (caller: Actor, body: Sent) => server.outcome(caller, 'setUserPolicy', { body })
const lastTargets = async ({ api }: Pick<Actor, 'api'>) => (await api.listAuditLogs({ query: { first: 1 } })).items[0]?.targets

describe('setUserPolicy', () => {
  itRefusesBodies(server, 'setUserPolicy', [
    [{ resourceId: 1 }, '/body/resourceType'],
    [{ resourceType: 'Table', resourceId: 1 }, '/body/resourceType'],
    [{ resourceType: 'Folder', resourceId: 0 }, '/body/resourceId'],
    [{ resourceType: 'Folder', resourceId: 1, userId: 'ada' }, '/body/userId'],
    [{ resourceType: 'Folder', resourceId: 1, action: 'Everything' }, '/body/action'],
    [{ resourceType: 'Folder', resourceId: 1, userID: 5, userId: null, action: 'FolderManage' }, '/body/userID'],
  ])

  it('shares, replaces the level, and clears without an action; the trail says so', async ({ owner, explorer: reader }) => {
    const userId = await personIdOf(reader)
    const { id: folderId } = await givenFolder(owner)
    const of = { resourceType: 'Folder', resourceId: folderId, userId } as const
    const params = { deploymentId: owner.deploymentId, folderId }
    const rename = () => server.outcome(reader, 'updateFolder', { params, body: { name: 'Theirs' } })
    const trail = (did: string) => [
      { kind: 'folder', id: String(folderId), did },
      { kind: 'user', id: String(userId) },
    ]

    expect((await set(owner, { ...of, action: 'FolderRead' })).items).toMatchObject([{ userId, action: 'FolderRead' }])
    expect(await lastTargets(owner)).toEqual(trail('shared'))
    expect(await rename()).toEqual({ status: 403, code: 'item_access_denied' })
    expect((await set(owner, { ...of, action: 'FolderEdit' })).items).toMatchObject([{ userId, action: 'FolderEdit' }])
    expect(await rename()).toMatchObject({ status: 200 })
    await set(owner, { ...of, action: 'FolderEdit' })
    expect(await lastTargets(owner)).toEqual(trail('unchanged'))
    expect((await set(owner, of)).items).toEqual([])
    expect(await lastTargets(owner)).toEqual(trail('unshared'))
    expect(await rename()).toEqual({ status: 404, code: 'folder_not_found' })
  })

  it('shares with the whole organization when userId is null, and with service accounts', async ({ owner, viewer: colleague }) => {
    const { workbook, params } = await givenWorkbook(owner)
    const account = await givenServiceAccount(server, owner)
    const of = { resourceType: 'Workbook', resourceId: workbook.id } as const

    await set(owner, { ...of, userId: account.serviceAccountId, action: 'WorkbookEdit' })
    expect(await lastTargets(owner)).toMatchObject([{ did: 'shared' }, { kind: 'service_account', id: String(account.serviceAccountId) }])
    expect(await account.api.updateWorkbook({ params, body: { name: 'By a program' } })).toMatchObject({ name: 'By a program' })
    await expect(colleague.api.getWorkbook({ params })).rejects.toMatchObject({ status: 404 })
    const { items } = await set(owner, { ...of, userId: null, action: 'WorkbookRead' })
    expect(items).toMatchObject([{ userId: account.serviceAccountId }, { isOrganization: true, action: 'WorkbookRead' }])
    expect(await colleague.api.getWorkbook({ params })).toMatchObject({ id: workbook.id })
    expect((await set(owner, { ...of, userId: null })).items).toHaveLength(1)
  })

  it('refuses a request without userId, which shares with nobody', async ({ owner, folder: { id } }) => {
    const of = { resourceType: 'Folder', resourceId: id } as const
    for (const action of ['FolderRead', null] as const)
      expect(await outcome(owner, { ...of, action })).toEqual(failureOf('grantee_required'))

    expect((await owner.api.listResourcePolicies({ query: of })).items).toEqual([])
  })

  it('refuses actions of other types, users that are not there, and callers without full access', async ({ owner, folder: { id } }) => {
    const of = { resourceType: 'Folder', resourceId: id, userId: null } as const
    const editor = await givenSharer(server, owner, id, 'edit')
    const keeper = await givenSharer(server, owner, id, 'full')

    expect(await outcome(owner, { ...of, action: 'WorkbookRead' })).toEqual({ status: 400, code: 'policy_action_invalid' })
    expect(await outcome(owner, { ...of, action: 'EmbedDashboardRead' })).toEqual({ status: 400, code: 'policy_action_invalid' })
    expect(await outcome(owner, { ...of, resourceType: 'ChatThread' })).toEqual({ status: 400, code: 'resource_type_unsupported' })
    for (const userId of [Number.MAX_SAFE_INTEGER, await givenExternalUser(server, owner)])
      for (const action of ['FolderRead', null] as const)
        expect(await outcome(owner, { ...of, userId, action })).toEqual({ status: 404, code: 'user_not_found' })
    expect(await outcome(editor, { ...of, action: 'FolderRead' })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await outcome(keeper, { ...of, resourceType: 'ReportFolder', action: 'FolderRead' })).toMatchObject({ status: 200 })
  })

  it('tells a sharer who is no administrator nothing but ids', async ({ owner, explorer }) => {
    const { id } = await givenFolder(explorer)
    const userId = await givenUser(owner)

    const answer = await set(explorer, { resourceType: 'Folder', resourceId: id, userId, action: 'FolderRead' })

    expect(answer.items).toMatchObject([{ userId, user: { id: userId, email: null } }])
    expect(JSON.stringify(answer)).not.toContain('@')
    expect(answer.items[0]?.user).not.toHaveProperty('firstName')
  })

  it('shows a dashboard alone, and nothing of its workbook', async ({ owner, dashboard: { dashboard, params }, viewer }) => {
    const of = { resourceType: 'Dashboard', resourceId: dashboard.id, userId: await personIdOf(viewer) } as const
    const look = () => server.outcome(viewer, 'getDashboard', { params: { dashboardPublicId: dashboard.publicId } })

    expect(await look()).toMatchObject({ status: 404 })
    await set(owner, { ...of, action: 'EmbedDashboardRead' })
    expect(await look()).toMatchObject({ status: 200 })
    await expect(viewer.api.getWorkbook({ params })).rejects.toMatchObject({ status: 404 })
    expect(await outcome(owner, { ...of, action: 'WorkbookRead' })).toEqual({ status: 400, code: 'policy_action_invalid' })
    await set(owner, of)
    expect(await look()).toMatchObject({ status: 404 })
  })

  it('lets creators share within their embed tenant only', async ({ owner, creator }) => {
    const { embedTenantName } = creator
    const other = await givenCreator(server, owner, { embedTenantName })
    const elsewhere = await givenCreator(server, owner)
    const { id: folderId } = await givenFolder(creator)
    const of = { resourceType: 'Folder', resourceId: folderId } as const
    const refused = async (userId: number) => {
      await expect(set(creator, { ...of, userId, action: 'FolderRead' })).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    }

    await refused(await personIdOf(elsewhere))
    await refused(await personIdOf(owner))
    const { items } = await set(creator, { ...of, userId: await personIdOf(other), action: 'FolderEdit' })
    expect(items).toMatchObject([{ userId: await personIdOf(other), user: { email: null } }])
    const params = { deploymentId: owner.deploymentId, folderId }
    expect(await other.api.updateFolder({ params, body: { name: 'Ours' } })).toMatchObject({ name: 'Ours' })
    expect((await other.api.getFolders({ params: { deploymentId: owner.deploymentId } })).items).toHaveLength(1)
    expect((await elsewhere.api.getFolders({ params: { deploymentId: owner.deploymentId } })).items).toEqual([])
  })

  it('stops at the number of grants that an item may have', async ({ owner, folder: { id } }) => {
    await server.query(
      `with g as (insert into groups (tenant_id, namespace, name) select $1, 'groups', 'many-' || n from generate_series(1, 1000) n returning id)
       insert into content_grants (tenant_id, item_id, deployment_id, item_kind, level, grantee_kind, group_id) select $1, $2, $3, 'folder', 1, 'group', id from g`,
      [owner.tenantId, id, owner.deploymentId],
    )

    expect(await outcome(owner, { resourceType: 'Folder', resourceId: id, userId: null, action: 'FolderRead' })).toEqual(
      failureOf('grant_limit'),
    )
  })
})

const viewed = { resourceType: 'Workbook', action: 'WorkbookRead' } as const

const groupOutcome = (caller: Actor, resourceId: number, groupId: number, action: PolicyAction | null = 'WorkbookRead') =>
  server.outcome(caller, 'setGroupPolicy', { body: { ...viewed, resourceId, groupId, action } })

const notFound = { status: 404, code: 'group_not_found' }
const outside = { status: 403, code: 'outside_key_scope' }

describe('setGroupPolicy', () => {
  itRefusesBodies(server, 'setGroupPolicy', [
    [{ resourceType: 'Folder', resourceId: 1 }, '/body/groupId'],
    [{ resourceType: 'Folder', resourceId: 1, groupId: 1.5 }, '/body/groupId'],
  ])

  it('does not find an item, a group or an embed tenant of another tenant', async ({ owner, stranger, dashboard: { workbook } }) => {
    expect(await groupOutcome(stranger, workbook.id, await givenGroup(stranger))).toEqual({ status: 404, code: 'workbook_not_found' })
    for (const groupId of [await givenGroup(stranger), (await givenEmbedTenant(server, stranger)).embedTenantId, stranger.tenantId])
      expect(await groupOutcome(owner, workbook.id, groupId)).toEqual(notFound)
  })

  it('shares with whoever is in the group, and ends that', async ({ owner, dashboard: { workbook, params }, viewer: colleague }) => {
    const groupId = await givenGroup(owner)
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [await personIdOf(colleague)] } })

    expect(await groupOutcome(owner, workbook.id, groupId)).toMatchObject({
      status: 200,
      body: { items: [{ groupId, action: 'WorkbookRead' }] },
    })
    expect(await colleague.api.getWorkbook({ params })).toMatchObject({ id: workbook.id })
    expect(await groupOutcome(owner, workbook.id, groupId, null)).toMatchObject({ status: 200, body: { items: [] } })
    await expect(colleague.api.getWorkbook({ params })).rejects.toMatchObject({ status: 404 })
  })

  it('shares with an embed tenant and with all embed users, to view and nothing more', async ({ owner }) => {
    const { workbook, dashboard } = await givenDashboard(owner, { allowEmbed: true })
    const { embedTenantId, embedTenantName } = await givenEmbedTenant(server, owner)
    const frame = await givenFrame(server, owner, { embedTenantName })
    const look = () => frame.api.getDashboard({ params: { dashboardPublicId: dashboard.publicId } })

    for (const groupId of [embedTenantId, owner.tenantId]) {
      expect(await groupOutcome(owner, workbook.id, groupId, 'WorkbookEdit')).toEqual({ status: 400, code: 'system_group_view_only' })
      await expect(look()).rejects.toMatchObject({ status: 404 })
      expect(await groupOutcome(owner, workbook.id, groupId)).toMatchObject({
        status: 200,
        body: { items: [{ groupId, group: { isSystem: true }, action: 'WorkbookRead' }] },
      })
      expect(await look()).toMatchObject({ publicId: dashboard.publicId })
      expect(await groupOutcome(owner, workbook.id, groupId, null)).toMatchObject({ status: 200, body: { items: [] } })
    }
    const { allEmbedUsers, tenants } = await owner.api.getEmbedAccess({
      params: { deploymentId: owner.deploymentId, workbookId: workbook.id },
    })
    expect([allEmbedUsers.enabled, tenants]).toEqual([false, []])
  })

  it('does not share a dashboard alone with a group of the platform', async ({ owner, dashboard: { dashboard } }) => {
    const body = { resourceType: 'Dashboard', resourceId: dashboard.id, groupId: owner.tenantId, action: 'EmbedDashboardRead' } as const

    expect(await server.outcome(owner, 'setGroupPolicy', { body })).toEqual({ status: 400, code: 'resource_type_unsupported' })
    const groupId = await givenGroup(owner)
    expect(await server.outcome(owner, 'setGroupPolicy', { body: { ...body, groupId } })).toMatchObject({ status: 200 })
  })

  it('holds a key that names embed tenants to those, and from all embed users', async ({ owner, dashboard: { workbook } }) => {
    const [own, other] = [await givenEmbedTenant(server, owner, 'own-tenant'), await givenEmbedTenant(server, owner, 'other-tenant')]
    const narrow = await server.colleague(owner, { role: 'Admin', scope: { tenantWide: true, embedTenants: ['own-tenant'] } })
    const elsewhere = await server.colleague(owner, { role: 'Admin', scope: { embedTenants: ['own-tenant'] } })

    for (const action of ['WorkbookRead', null] as const) {
      expect(await groupOutcome(narrow, workbook.id, other.embedTenantId, action)).toEqual(outside)
      expect(await groupOutcome(narrow, workbook.id, owner.tenantId, action)).toEqual(outside)
      expect(await groupOutcome(narrow, workbook.id, own.embedTenantId, action)).toMatchObject({ status: 200 })
    }
    expect(await groupOutcome(elsewhere, workbook.id, own.embedTenantId)).toEqual({ status: 404, code: 'workbook_not_found' })
  })

  it('returns 404 to a non-administrator for unshared embed tenants', async ({ owner, dashboard: { workbook } }) => {
    const [shared, secret] = [await givenEmbedTenant(server, owner), await givenEmbedTenant(server, owner)]
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'embed_tenant', embed_tenant_id: shared.embedTenantId }, 'view')
    const sharer = await givenSharer(server, owner, workbook.id, 'full')

    expect(await groupOutcome(sharer, workbook.id, secret.embedTenantId)).toEqual(notFound)
    expect(await groupOutcome(sharer, workbook.id, shared.embedTenantId, null)).toMatchObject({ status: 200 })
  })

  it('lets creators name groups of their embed tenant, and none of the console or of another', async ({ owner, creator }) => {
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
