import { describe, expect } from 'vitest'
import { lockTree } from '#domains/content/items'
import {
  type Actor,
  givenDashboard,
  givenDeployments,
  givenFolder,
  givenFolderPath,
  givenReport,
  givenRole,
  givenShareWith,
  givenWorkbook,
  itRefusesBodies,
  startTogether,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)
type Move = Parameters<Actor['api']['moveWorkspaceObject']>[0]['body']

const mover =
  ({ deploymentId }: Actor, by: Parameters<typeof server.outcome>[0]) =>
  (body: Move) =>
    server.outcome(by, 'moveWorkspaceObject', { params: { deploymentId }, body })

describe('moveWorkspaceObject', () => {
  itRefusesBodies(server, 'moveWorkspaceObject', [
    [undefined, '/body/type'],
    [{ type: 'DASHBOARD', id: 1 }, '/body/type'],
    [{ type: 'FOLDER' }, '/body/id'],
    [{ type: 'FOLDER', id: 1, folderId: -1 }, '/body/folderId'],
  ])

  it('moves each kind into a folder and back to the root', async ({ owner }) => {
    const target = await givenFolder(owner, { name: 'Target' })
    const [folder, report] = [await givenFolder(owner), await givenReport(owner)]
    const { workbook } = await givenWorkbook(owner)
    const tab = await givenReport(owner, { workbookId: workbook.id })
    const params = { deploymentId: owner.deploymentId }
    const move = (body: Move) => owner.api.moveWorkspaceObject({ params, body })
    const inTarget = { folderPath: [{ id: target.id, name: 'Target' }] }

    expect(await move({ type: 'FOLDER', id: folder.id, folderId: target.id })).toMatchObject({
      ...inTarget,
      parentId: target.id,
      type: 'FOLDER',
    })
    expect(await move({ type: 'WORKBOOK', id: workbook.id, folderId: target.id })).toMatchObject({ ...inTarget, folderId: target.id })
    expect(await move({ type: 'REPORT', id: report.id, folderId: target.id })).toMatchObject({
      ...inTarget,
      folderId: target.id,
      version: 1,
    })
    expect(await owner.api.getReport({ params: { ...params, reportId: tab.id } })).toMatchObject({ ...inTarget, workbookId: workbook.id })
    expect(await move({ type: 'FOLDER', id: folder.id, folderId: null })).toMatchObject({ parentId: null, folderPath: [] })
    expect(await move({ type: 'WORKBOOK', id: workbook.id, folderId: 0 })).toMatchObject({ folderId: null })
    expect(await move({ type: 'REPORT', id: report.id })).toMatchObject({ folderId: null })
  })

  it('changes nothing when it lies there already, and says so in the trail', async ({ owner, folder }) => {
    const moved = await owner.api.moveWorkspaceObject({
      params: { deploymentId: owner.deploymentId },
      body: { type: 'FOLDER', id: folder.id, folderId: null },
    })

    expect(moved).toEqual({ ...folder, meta: {}, calculatedFields: {} })
    expect((await owner.api.listAuditLogs({ query: { first: 1 } })).items[0]?.targets[0]).toMatchObject({
      kind: 'folder',
      did: 'unchanged',
    })
  })

  it('refuses a folder into itself, below itself, too deep, or beside one of its name', async ({ owner }) => {
    const path = await givenFolderPath(owner, 8)
    const [top, , third] = path
    const tall = await givenFolder(owner, { name: 'Tall' })
    const inTall = await givenFolder(owner, { parentId: tall.id })
    await givenFolder(owner, { parentId: inTall.id })
    await givenFolder(owner, { name: 'TALL', parentId: top?.id ?? 0 })
    const move = mover(owner, owner)
    const folder = (id: number | undefined, folderId: number | undefined) => move({ type: 'FOLDER', id: id ?? 0, folderId: folderId ?? 0 })

    expect(await folder(top?.id, top?.id)).toEqual({ status: 400, code: 'folder_into_itself' })
    expect(await folder(top?.id, third?.id)).toEqual({ status: 400, code: 'folder_into_itself' })
    expect(await folder(tall.id, path[7]?.id)).toEqual({ status: 400, code: 'folder_too_deep' })
    expect(await folder(tall.id, top?.id)).toEqual({ status: 409, code: 'folder_name_taken' })
    expect(await folder(tall.id, path[6]?.id)).toMatchObject({ status: 200 })
  })

  it('moves one of two folders that go into each other at once', async ({ owner }) => {
    const [first, second] = [await givenFolder(owner), await givenFolder(owner)]
    const move = mover(owner, owner)
    const into = (id: number, folderId: number) => () => move({ type: 'FOLDER', id, folderId })

    const answers = await startTogether(server, owner, [into(first.id, second.id), into(second.id, first.id)], (db) =>
      lockTree(db, { tenantId: owner.tenantId, deploymentId: owner.deploymentId, embedTenantId: 0 }),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('does not move a report out of its workbook', async ({ owner, workbook: { workbook } }) => {
    const { id } = await givenReport(owner, { workbookId: workbook.id })
    const target = await givenFolder(owner)
    const move = mover(owner, owner)

    expect(await move({ type: 'REPORT', id, folderId: target.id })).toEqual({ status: 400, code: 'report_follows_workbook' })
    expect(await move({ type: 'REPORT', id, folderId: null })).toMatchObject({ status: 200 })
  })

  it('needs full access to folders and workbooks, edit and ReportManage for reports, and edit on the destination', async ({ owner }) => {
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const editor = await givenRole(server, owner, ['DeploymentRead', 'AIBIView', 'ReportRead', 'ReportEdit'])
    const [folder, report, viewed, edited] = [
      await givenFolder(owner),
      await givenReport(owner),
      await givenFolder(owner),
      await givenFolder(owner),
    ]
    const { workbook } = await givenWorkbook(owner)
    const move = mover(owner, explorer)
    const denied = { status: 403, code: 'item_access_denied' }

    expect(await move({ type: 'REPORT', id: report.id })).toEqual({ status: 404, code: 'report_not_found' })
    expect(await move({ type: 'WORKBOOK', id: report.id })).toEqual({ status: 404, code: 'workbook_not_found' })
    for (const item of [folder, workbook, report, edited]) await givenShareWith(server, owner, item, explorer, 'edit')
    await givenShareWith(server, owner, viewed, explorer)
    await givenShareWith(server, owner, report, editor, 'edit')
    expect(await move({ type: 'FOLDER', id: folder.id, folderId: edited.id })).toEqual(denied)
    expect(await move({ type: 'WORKBOOK', id: workbook.id, folderId: edited.id })).toEqual(denied)
    expect(await move({ type: 'REPORT', id: report.id, folderId: viewed.id })).toEqual(denied)
    expect(await mover(owner, editor)({ type: 'REPORT', id: report.id })).toEqual({ status: 403, code: 'forbidden' })
    expect(await move({ type: 'REPORT', id: report.id, folderId: edited.id })).toMatchObject({ status: 200 })
  })

  it('shows once more what the move took from the mover’s sight', async ({ owner, explorer, folder }) => {
    const report = await givenReport(owner, { folderId: folder.id })
    await givenShareWith(server, owner, folder, explorer, 'full')

    const answer = await mover(owner, explorer)({ type: 'REPORT', id: report.id, folderId: null })

    expect(answer).toMatchObject({ status: 200, body: { folderId: null, canEdit: false } })
    await expect(explorer.api.getReport({ params: { deploymentId: owner.deploymentId, reportId: report.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('finds nothing of another deployment or another workspace', async ({ owner, creator }) => {
    const [other = 0] = await givenDeployments(owner, 'Second')
    const elsewhere = { ...owner, deploymentId: other }
    const [report, farFolder, farReport] = [await givenReport(owner), await givenFolder(elsewhere), await givenReport(elsewhere)]
    const theirs = await givenFolder(creator)
    const move = mover(owner, owner)

    expect(await move({ type: 'REPORT', id: farReport.id })).toEqual({ status: 404, code: 'report_not_found' })
    for (const folderId of [farFolder.id, theirs.id])
      expect(await move({ type: 'REPORT', id: report.id, folderId })).toEqual({ status: 404, code: 'folder_not_found' })
  })
})

describe('bulkMoveWorkspaceObjects', () => {
  itRefusesBodies(server, 'bulkMoveWorkspaceObjects', [
    [undefined, '/body/items'],
    [{ items: [] }, '/body/items'],
    [{ items: Array.from({ length: 101 }, (_, index) => ({ type: 'REPORT', id: index + 1 })) }, '/body/items'],
    [{ items: [{ type: 'REPORT' }] }, '/body/items/0'],
  ])

  it('moves in the order sent, repeats once, and says of the rest what the single move would', async ({ owner, explorer }) => {
    const target = await givenFolder(explorer, { name: 'Target' })
    const [own, hidden, viewed] = [await givenReport(explorer), await givenReport(owner), await givenFolder(owner)]
    const { workbook } = await givenWorkbook(explorer)
    await givenShareWith(server, owner, viewed, explorer)
    const params = { deploymentId: owner.deploymentId }
    const items = [
      { type: 'WORKBOOK', id: workbook.id },
      { type: 'REPORT', id: hidden.id },
      { type: 'FOLDER', id: viewed.id },
      { type: 'FOLDER', id: target.id },
      { type: 'REPORT', id: own.id },
      { type: 'WORKBOOK', id: workbook.id },
    ] as const

    const { moved, failed } = await explorer.api.bulkMoveWorkspaceObjects({ params, body: { items: [...items], folderId: target.id } })

    expect(moved).toMatchObject([
      { id: workbook.id, folderId: target.id },
      { id: own.id, folderId: target.id },
    ])
    expect(failed.map(({ type, id, error }) => [type, id, error.status])).toEqual([
      ['REPORT', hidden.id, 404],
      ['FOLDER', viewed.id, 403],
      ['FOLDER', target.id, 400],
    ])
    for (const { type, id, error } of failed)
      await expect(explorer.api.moveWorkspaceObject({ params, body: { type, id, folderId: target.id } })).rejects.toMatchObject(error)
  })

  it('moves what it can when a name is taken', async ({ owner, folder: target }) => {
    const [first, second] = [
      await givenFolder(owner, { name: 'Same', parentId: (await givenFolder(owner)).id }),
      await givenFolder(owner, { name: 'same', parentId: (await givenFolder(owner)).id }),
    ]
    const report = await givenReport(owner)

    const { moved, failed } = await owner.api.bulkMoveWorkspaceObjects({
      params: { deploymentId: owner.deploymentId },
      body: {
        items: [
          { type: 'FOLDER', id: first.id },
          { type: 'FOLDER', id: second.id },
          { type: 'REPORT', id: report.id },
        ],
        folderId: target.id,
      },
    })

    expect(moved.map(({ id }) => id)).toEqual([first.id, report.id])
    expect(failed).toMatchObject([{ id: second.id, error: { status: 409 } }])
  })
})

describe('bulkDeleteWorkspaceObjects', () => {
  itRefusesBodies(server, 'bulkDeleteWorkspaceObjects', [
    [{ items: [] }, '/body/items'],
    [{ items: [{ type: 'REPORT', id: 0 }] }, '/body/items/0'],
  ])

  it('deletes in request order and records every deleted item', async ({ owner, folder: outer }) => {
    const inner = await givenFolder(owner, { parentId: outer.id })
    const kept = await givenReport(owner, { folderId: inner.id })
    const { workbook, reportId, dashboard } = await givenDashboard(owner, { folderId: outer.id })
    const params = { deploymentId: owner.deploymentId }
    const items = [
      { type: 'WORKBOOK', id: workbook.id },
      { type: 'FOLDER', id: outer.id },
      { type: 'FOLDER', id: inner.id },
      { type: 'FOLDER', id: inner.id },
    ] as const

    const first = await owner.api.bulkDeleteWorkspaceObjects({ params, body: { items: [...items] } })

    expect(first.deleted).toEqual([items[0], items[2]])
    expect(first.failed).toMatchObject([{ type: 'FOLDER', id: outer.id, error: { status: 400 } }])
    const { targets } = (await owner.api.listAuditLogs({ query: { first: 1 } })).items[0] ?? { targets: [] }
    expect(targets.map(({ kind, id }) => [kind, Number(id)])).toEqual([
      ['workbook', workbook.id],
      ['report', reportId],
      ['dashboard', dashboard.id],
      ['folder', inner.id],
      ['deployment', owner.deploymentId],
    ])
    expect(await owner.api.bulkDeleteWorkspaceObjects({ params, body: { items: [items[1]] } })).toEqual({ deleted: [items[1]], failed: [] })
    expect(await owner.api.getReport({ params: { ...params, reportId: kept.id } })).toMatchObject({ folderId: null })
  })

  it('says of what it cannot delete what the single operation would', async ({ owner, explorer }) => {
    const editor = await givenRole(server, owner, ['DeploymentRead', 'AIBIView', 'ReportRead', 'ReportEdit'])
    const [hidden, viewed, edited] = [await givenReport(owner), await givenFolder(owner), await givenReport(owner)]
    await givenShareWith(server, owner, viewed, explorer)
    await givenShareWith(server, owner, edited, explorer, 'edit')
    await givenShareWith(server, owner, edited, editor, 'edit')
    const params = { deploymentId: owner.deploymentId }
    const remove = (by: typeof owner) =>
      by.api.bulkDeleteWorkspaceObjects({
        params,
        body: {
          items: [
            { type: 'REPORT', id: hidden.id },
            { type: 'FOLDER', id: viewed.id },
            { type: 'WORKBOOK', id: viewed.id },
            { type: 'REPORT', id: edited.id },
          ],
        },
      })

    const refused = await remove(editor)
    const { deleted, failed } = await remove(explorer)

    expect(refused.failed.map(({ error }) => error.status)).toEqual([403, 403, 403, 403])
    expect(deleted).toEqual([{ type: 'REPORT', id: edited.id }])
    expect(failed.map(({ error }) => error.status)).toEqual([404, 403, 404])
    await expect(explorer.api.deleteReport({ params: { ...params, reportId: hidden.id } })).rejects.toMatchObject(failed[0]?.error ?? {})
    await expect(explorer.api.deleteFolder({ params: { ...params, folderId: viewed.id } })).rejects.toMatchObject(failed[1]?.error ?? {})
    await expect(editor.api.deleteReport({ params: { ...params, reportId: edited.id } })).rejects.toMatchObject(
      refused.failed[3]?.error ?? {},
    )
  })
})
