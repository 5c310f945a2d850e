import type { WorkspaceItemType } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenFolder,
  givenGrant,
  givenGroup,
  givenReportOf,
  givenSharer,
  givenUser,
  givenWorkbook,
  personIdOf,
  useServer,
} from '#test'

const server = useServer('shared')

const explain = ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>, type: WorkspaceItemType, id: number, userId?: number) =>
  api.explainContentAccess({ params: { deploymentId, type, id }, query: userId === undefined ? {} : { userId } })

describe('explainContentAccess', () => {
  it('shows the chain, and every owner and grant of it from the nearest on', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner)
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

  it('says what somebody may do and what decides it: the nearest, the highest there, or the organisation', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner)
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

  it('says where a role holds less, who administers, and who has nothing', async () => {
    const owner = await server.admin()
    const { workbook } = await givenWorkbook(owner)
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

  it('needs full access, finds nobody of another tenant, and tells who is no administrator no names', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const { id } = await givenFolder(owner)
    const editor = await givenSharer(server, owner, id, 'edit')
    const keeper = await givenSharer(server, owner, id, 'full')

    await expect(explain(editor, 'FOLDER', id)).rejects.toMatchObject({ status: 403, code: 'item_access_denied' })
    await expect(explain(owner, 'WORKBOOK', id)).rejects.toMatchObject({ status: 404, code: 'workbook_not_found' })
    await expect(explain(owner, 'FOLDER', id, await givenUser(stranger))).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    expect(JSON.stringify(await explain(keeper, 'FOLDER', id, editor.personId))).not.toContain('@')
  })

  it('tells creators of those of their embed tenant', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
    const other = await givenCreator(server, owner, { embedTenantName: creator.embedTenantName })
    const { id } = await givenFolder(creator)
    await creator.api.setUserPolicy({ body: { resourceType: 'Folder', resourceId: id, action: 'FolderEdit' } })

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
