import type { PolicyAction, ResourceType } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenDashboard,
  givenExternalUser,
  givenFolder,
  givenServiceAccount,
  givenSharer,
  givenUser,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  useServer,
} from '#test'

const server = useServer('shared')

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
    [{ resourceType: 'Folder', resourceId: 1, action: 'All' }, '/body/action'],
  ])

  it('does not find an item of another tenant, nor share with somebody of another tenant', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const { id } = await givenFolder(owner)
    const share = { resourceType: 'Folder', resourceId: id, action: 'FolderRead' } as const

    expect(await outcome(stranger, share)).toEqual({ status: 404, code: 'folder_not_found' })
    expect(await outcome(owner, { ...share, userId: await givenUser(stranger) })).toEqual({ status: 404, code: 'user_not_found' })
  })

  it('shares, replaces the level, and clears without an action; the trail says so', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Explorer' })
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

  it('shares with the whole organisation where nobody is named, and with service accounts', async () => {
    const owner = await server.admin()
    const { workbook, params } = await givenWorkbook(owner)
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const account = await givenServiceAccount(server, owner)
    const of = { resourceType: 'Workbook', resourceId: workbook.id } as const

    await set(owner, { ...of, userId: account.serviceAccountId, action: 'WorkbookEdit' })
    expect(await lastTargets(owner)).toMatchObject([{ did: 'shared' }, { kind: 'service_account', id: String(account.serviceAccountId) }])
    expect(await account.api.updateWorkbook({ params, body: { name: 'By a program' } })).toMatchObject({ name: 'By a program' })
    await expect(colleague.api.getWorkbook({ params })).rejects.toMatchObject({ status: 404 })
    const { items } = await set(owner, { ...of, userId: null, action: 'WorkbookRead' })
    expect(items).toMatchObject([{ userId: account.serviceAccountId }, { isOrganization: true, action: 'WorkbookRead' }])
    expect(await colleague.api.getWorkbook({ params })).toMatchObject({ id: workbook.id })
    expect((await set(owner, of)).items).toHaveLength(1)
  })

  it('refuses actions of other types, users that are not there, and callers without full access', async () => {
    const owner = await server.admin()
    const { id } = await givenFolder(owner)
    const of = { resourceType: 'Folder', resourceId: id } as const
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

  it('tells a sharer who is no administrator nothing but ids', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const { id } = await givenFolder(explorer)
    const userId = await givenUser(owner)

    const answer = await set(explorer, { resourceType: 'Folder', resourceId: id, userId, action: 'FolderRead' })

    expect(answer.items).toMatchObject([{ userId, user: { id: userId, email: null } }])
    expect(JSON.stringify(answer)).not.toContain('@')
    expect(answer.items[0]?.user).not.toHaveProperty('firstName')
  })

  it('shows a dashboard alone, and nothing of its workbook', async () => {
    const owner = await server.admin()
    const { dashboard, params } = await givenDashboard(owner)
    const viewer = await server.colleague(owner, { role: 'Viewer' })
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

  it('lets creators share among themselves, and with nobody of another embed tenant or of the console', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
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

  it('stops at the number of grants that an item may have', async () => {
    const owner = await server.admin()
    const { id } = await givenFolder(owner)
    await server.database().query(
      `with g as (insert into groups (tenant_id, namespace, name) select $1, 'groups', 'many-' || n from generate_series(1, 1000) n returning id)
       insert into content_grants (tenant_id, item_id, deployment_id, item_kind, level, grantee_kind, group_id) select $1, $2, $3, 'folder', 1, 'group', id from g`,
      [owner.tenantId, id, owner.deploymentId],
    )

    expect(await outcome(owner, { resourceType: 'Folder', resourceId: id, action: 'FolderRead' })).toEqual({
      status: 400,
      code: 'grant_limit',
    })
  })
})
