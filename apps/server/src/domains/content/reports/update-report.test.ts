import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenDeployments,
  givenFolder,
  givenReport,
  givenRole,
  givenShareWith,
  givenWorkbook,
  itRefusesBodies,
  useServer,
} from '#test'

const server = useServer('shared')
const follows = { status: 400, code: 'report_follows_workbook' }

type Changes = Parameters<Actor['api']['updateReport']>[0]['body']

const given = async (body: Parameters<typeof givenReport>[1] = {}) => {
  const owner = await server.admin()
  const report = await givenReport(owner, body)
  const params = { deploymentId: owner.deploymentId, reportId: report.id }
  const update = (changes: Changes) => owner.api.updateReport({ params, body: changes })
  return { owner, report, params, update }
}

describe('updateReport', () => {
  itRefusesBodies(server, 'updateReport', [
    [{ name: '' }, '/body/name'],
    [{ title: 'x'.repeat(1001) }, '/body/title'],
    [{ workbookId: 0 }, '/body/workbookId'],
  ])

  it('changes what is sent, clears what is null, keeps the rest, and counts versions', async () => {
    const { report, update } = await given({ title: 'Old', sqlQuery: 'SELECT 1', meta: { a: 1, b: 2 } })

    const changed = await update({ name: 'New', title: null, meta: { b: 3 }, jsonQuery: '{}' })

    expect(changed).toMatchObject({ name: 'New', title: null, sqlQuery: 'SELECT 1', meta: { b: 3 }, jsonQuery: '{}', version: 2 })
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(report.updatedAt))
    expect(await update({ meta: null, name: null })).toMatchObject({ name: 'New', meta: null, version: 3 })
  })

  it('changes nothing when it is so already, and says so in the trail', async () => {
    const { owner, update } = await given({ title: 'Old', meta: { a: { b: [1] } }, externalWorkbookId: 'sheet', resultLocation: 'A1' })
    const before = await update({ description: 'Said' })

    const again = await update({
      name: before.name,
      title: 'Old',
      description: 'Said',
      meta: { a: { b: [1] } },
      folderId: null,
      workbookId: null,
      publicId: before.publicId,
      externalWorkbookId: 'sheet',
      resultLocation: 'A1',
    })

    expect(again).toEqual(before)
    const [entry] = (await owner.api.listAuditLogs()).items
    expect(entry).toMatchObject({ operation: 'updateReport', targets: [{ kind: 'report', did: 'unchanged' }, { kind: 'deployment' }] })
  })

  it('refuses another public id, a bad query and documents that are too large', async () => {
    const { update } = await given()

    await expect(update({ publicId: 'k3V9qdLm20Za' })).rejects.toMatchObject({ status: 400, code: 'public_id_fixed' })
    await expect(update({ jsonQuery: 'no' })).rejects.toMatchObject({ status: 400, code: 'json_query_invalid' })
    await expect(update({ meta: { x: 'x'.repeat(1_048_576) } })).rejects.toMatchObject({ status: 400, code: 'document_too_large' })
  })

  it('changes the newest placement, another by its spreadsheet, and takes the newest away', async () => {
    const { update } = await given({ externalWorkbookId: 'one', resultLocation: 'A1' })

    expect(await update({ endResultCell: 'B2' })).toMatchObject({ externalWorkbookId: 'one', resultLocation: 'A1', endResultCell: 'B2' })
    expect(await update({ externalWorkbookId: 'two', resultLocation: 'C3' })).toMatchObject({
      externalWorkbookId: 'two',
      externalWorkbookPlacements: [
        { workbookId: 'two', resultLocation: 'C3', endResultCell: null },
        { workbookId: 'one', resultLocation: 'A1', endResultCell: 'B2' },
      ],
    })
    expect(await update({ externalWorkbookId: null })).toMatchObject({ externalWorkbookId: 'one', version: 1 })
    expect(await update({ externalWorkbookId: null })).toMatchObject({ externalWorkbookId: null, externalWorkbookPlacements: [] })
    await expect(update({ endResultCell: 'B2' })).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('moves between folders and the root', async () => {
    const { owner, update } = await given()
    const { id: folderId } = await givenFolder(owner)

    expect(await update({ folderId })).toMatchObject({ folderId, version: 1 })
    expect(await update({ title: 'Stays' })).toMatchObject({ folderId })
    expect(await update({ folderId: null })).toMatchObject({ folderId: null })
    await expect(update({ folderId: 999_999_999 })).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })

  it('goes into a workbook and out of it again, and in it follows that', async () => {
    const { owner, update } = await given()
    const [folder, other] = [await givenFolder(owner), await givenFolder(owner)]
    const workbook = (await givenWorkbook(owner, { folderId: folder.id })).workbook

    expect(await update({ workbookId: workbook.id })).toMatchObject({ workbookId: workbook.id, folderId: folder.id })
    expect(await update({ workbookId: workbook.id, folderId: null })).toMatchObject({ workbookId: workbook.id })
    expect(await update({ folderId: folder.id })).toMatchObject({ workbookId: workbook.id })
    await expect(update({ folderId: other.id })).rejects.toMatchObject(follows)
    await expect(update({ folderId: null })).rejects.toMatchObject(follows)
    await expect(update({ workbookId: workbook.id, folderId: other.id })).rejects.toMatchObject(follows)
    expect(await update({ workbookId: null })).toMatchObject({ workbookId: null, folderId: folder.id })
    await update({ workbookId: workbook.id })
    expect(await update({ workbookId: null, folderId: other.id })).toMatchObject({ workbookId: null, folderId: other.id })
    await update({ workbookId: workbook.id })
    expect(await update({ workbookId: null, folderId: null })).toMatchObject({ workbookId: null, folderId: null })
  })

  it('needs edit; a new place also a role with ReportManage, and edit there', async () => {
    const { owner, report, params } = await given()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const editor = await givenRole(server, owner, ['DeploymentRead', 'ReportRead', 'ReportEdit', 'FolderRead', 'FolderEdit'])
    const [viewed, edited] = [await givenFolder(owner), await givenFolder(owner)]
    const update = (by: Actor, body: Changes) => server.outcome(by, 'updateReport', { params, body })

    expect(await update(explorer, { title: 'Mine' })).toEqual({ status: 404, code: 'report_not_found' })
    await givenShareWith(server, owner, report, explorer)
    expect(await update(explorer, { title: 'Mine' })).toEqual({ status: 403, code: 'item_access_denied' })
    await givenShareWith(server, owner, report, editor, 'edit')
    await givenShareWith(server, owner, edited, editor, 'edit')
    expect(await update(editor, { title: 'Theirs' })).toMatchObject({ status: 200 })
    expect(await update(editor, { folderId: edited.id })).toEqual({ status: 403, code: 'forbidden' })
    await server.database().query('update content_grants set level = 2 where tenant_id = $1 and item_id = $2', [owner.tenantId, report.id])
    await givenShareWith(server, owner, viewed, explorer)
    await givenShareWith(server, owner, edited, explorer, 'edit')
    expect(await update(explorer, { folderId: viewed.id })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await update(explorer, { folderId: edited.id })).toMatchObject({ status: 200 })
  })

  it('finds nothing of another deployment', async () => {
    const { owner, report } = await given()
    const [deploymentId = 0] = await givenDeployments(owner, 'Second')

    const answer = owner.api.updateReport({ params: { deploymentId, reportId: report.id }, body: { name: 'Mine' } })

    await expect(answer).rejects.toMatchObject({ status: 404, code: 'report_not_found' })
  })
})
