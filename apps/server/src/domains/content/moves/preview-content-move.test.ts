import { describe, expect } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenEmbedGroup,
  givenEmbedUser,
  givenFolder,
  givenGrant,
  givenGroup,
  givenReport,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

type Body = Parameters<Actor['api']['previewContentMove']>[0]['body']

const preview = ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>, body: Body) =>
  api.previewContentMove({ params: { deploymentId }, body })

describe('previewContentMove', () => {
  itRefusesBodies(server, 'previewContentMove', [
    [undefined, '/body/items'],
    [{ items: [] }, '/body/items'],
    [{ items: Array.from({ length: 101 }, (_, index) => ({ type: 'REPORT', id: index + 1 })) }, '/body/items'],
  ])

  it('says who would have more and who less, through what, and moves nothing', async ({ owner }) => {
    const [here, there] = [await givenFolder(owner, { name: 'Here' }), await givenFolder(owner, { name: 'There' })]
    const { workbook } = await givenWorkbook(owner, { folderId: here.id, name: 'Revenue' })
    const loser = await givenSharer(server, owner, here.id, 'edit')
    const groupId = await givenGroup(owner)
    await givenGrant(server, owner, there.id, { grantee_kind: 'group', group_id: groupId }, 'view')
    await givenGrant(server, owner, there.id, { grantee_kind: 'all_embed_users' }, 'view')

    const { items, failed } = await preview(owner, { items: [{ type: 'WORKBOOK', id: workbook.id }], folderId: there.id })

    const [item] = items
    expect(failed).toEqual([])
    expect(item).toMatchObject({ type: 'WORKBOOK', id: workbook.id, name: 'Revenue', isMoved: true, gaining: 2, losing: 1 })
    const on = (folder: { id: number; name: string }) => ({ type: 'FOLDER', id: folder.id, name: folder.name })
    expect(item?.changes.map(({ grantee, before, after }) => [grantee.kind, before.level, after.level])).toEqual(
      expect.arrayContaining([
        ['group', 'none', 'view'],
        ['all_embed_users', 'none', 'view'],
        ['user', 'edit', 'none'],
      ]),
    )
    expect(item?.changes.find(({ grantee }) => grantee.id === loser.personId)?.before.because).toMatchObject([
      { through: 'grant', on: on(here), isInherited: true },
    ])
    expect(item?.changes.find(({ grantee }) => grantee.id === groupId)?.after.because).toMatchObject([
      { through: 'grant', on: on(there), level: 'view' },
    ])
    const params = { deploymentId: owner.deploymentId, workbookId: workbook.id }
    expect(await owner.api.getWorkbook({ params })).toEqual(workbook)
  })

  it('counts what a nearer grant, a group and the organisation give', async ({ owner }) => {
    const [here, there] = [await givenFolder(owner, { name: 'Here' }), await givenFolder(owner, { name: 'There' })]
    const report = await givenReport(owner, { folderId: here.id })
    const groupId = await givenGroup(owner)
    const direct = await givenSharer(server, owner, here.id, 'full')
    await givenGrant(server, owner, report.id, { grantee_kind: 'user', principal_id: direct.personId }, 'view')
    const member = await givenSharer(server, owner, here.id, 'edit')
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [member.personId] } })
    await givenGrant(server, owner, there.id, { grantee_kind: 'group', group_id: groupId }, 'edit')
    await givenSharer(server, owner, here.id, 'view')
    await givenGrant(server, owner, there.id, { grantee_kind: 'organisation' }, 'view')

    const { items } = await preview(owner, { items: [{ type: 'REPORT', id: report.id }], folderId: there.id })

    const changed = items[0]?.changes.map(({ grantee, before, after }) => [grantee.kind, grantee.id, before.level, after.level])
    // Who has a nearer grant, who is in the group, and who is one of everybody have afterwards what they had.
    expect(changed).toEqual([
      ['group', groupId, 'none', 'edit'],
      ['organization', null, 'none', 'view'],
    ])
  })

  it('knows the groups that people of an embed tenant are in', async ({ owner, creator }) => {
    const [here, there] = [await givenFolder(creator, { name: 'Here' }), await givenFolder(creator, { name: 'There' })]
    const report = await givenReport(creator, { folderId: here.id })
    const of = { embedTenantId: creator.embedTenantId, embedTenantName: creator.embedTenantName ?? '' }
    const { groupId, params } = await givenEmbedGroup(server, owner, {}, of)
    const { embedUserId } = await givenEmbedUser(server, owner, of)
    await owner.api.addEmbedGroupMembers({ params, body: { members: [{ embedUserId }] } })
    await givenGrant(server, owner, here.id, { grantee_kind: 'external_user', external_user_id: embedUserId }, 'view')
    await givenGrant(server, owner, there.id, { grantee_kind: 'group', group_id: groupId }, 'view')

    const { items } = await preview(creator, { items: [{ type: 'REPORT', id: report.id }], folderId: there.id })

    // Who was shown it alone sees it as one of the group afterwards.
    expect(items[0]).toMatchObject({ gaining: 1, losing: 0 })
  })

  it('looks at all of them as they would lie once all were moved', async ({ owner }) => {
    const [here, there] = [await givenFolder(owner, { name: 'Here' }), await givenFolder(owner, { name: 'There' })]
    const report = await givenReport(owner, { folderId: here.id })
    const reader = await givenSharer(server, owner, here.id, 'view')
    const items = [
      { type: 'FOLDER', id: here.id },
      { type: 'REPORT', id: report.id },
      { type: 'FOLDER', id: there.id },
      { type: 'REPORT', id: report.id },
    ] as const

    const answer = await preview(owner, { items: [...items], folderId: there.id })

    expect(answer.items.map(({ type, id, losing }) => [type, id, losing])).toEqual([
      ['FOLDER', here.id, 0],
      ['REPORT', report.id, 1],
    ])
    expect(answer.items[1]?.changes).toMatchObject([{ grantee: { kind: 'user', id: reader.personId }, after: { level: 'none' } }])
    expect(answer.failed).toMatchObject([{ type: 'FOLDER', id: there.id, error: { status: 400 } }])
  })

  it('lists what the caller may know: it needs full access, and the new place is told to who would have it there', async ({ owner }) => {
    const [here, there] = [await givenFolder(owner, { name: 'Here' }), await givenFolder(owner, { name: 'There' })]
    const { workbook } = await givenWorkbook(owner, { folderId: here.id })
    const hidden = await givenReport(owner)
    const mover = await givenSharer(server, owner, here.id, 'full')
    await givenGrant(server, owner, there.id, { grantee_kind: 'user', principal_id: mover.personId }, 'edit')
    // Would come in, and is counted alone.
    await givenSharer(server, owner, there.id, 'full')

    const items = [{ type: 'WORKBOOK', id: workbook.id } as const, { type: 'REPORT', id: hidden.id } as const]
    const answer = await preview(mover, { items, folderId: there.id })

    expect(answer.failed).toMatchObject([{ id: hidden.id, error: { status: 404 } }])
    const [item] = answer.items
    expect(item).toMatchObject({ gaining: 1, losing: 1 })
    expect(item?.changes).toMatchObject([
      { grantee: { kind: 'user', id: mover.personId, name: null }, before: { level: 'full' }, after: { level: 'edit', because: [] } },
    ])
  })

  it("is a creator's too, in the workspace of its embed tenant and nowhere else", async ({ owner, creator }) => {
    const [here, there] = [await givenFolder(creator, { name: 'Here' }), await givenFolder(creator, { name: 'There' })]
    const own = await givenReport(creator, { folderId: here.id })
    const stranger = await givenCreator(server, owner)
    const [foreign, console] = [await givenReport(stranger), await givenReport(owner)]
    const refs = [own, foreign, console].map(({ id }) => ({ type: 'REPORT', id }) as const)

    const answer = await preview(creator, { items: refs, folderId: there.id })

    expect(answer.items).toMatchObject([{ id: own.id, isMoved: true, gaining: 0, losing: 0 }])
    expect(answer.failed).toMatchObject([
      { id: foreign.id, error: { status: 404 } },
      { id: console.id, error: { status: 404 } },
    ])
    const outside = await preview(creator, { items: refs.slice(0, 1), folderId: (await givenFolder(owner)).id })
    expect(outside).toMatchObject({ items: [], failed: [{ id: own.id, error: { status: 404 } }] })
  })
})
