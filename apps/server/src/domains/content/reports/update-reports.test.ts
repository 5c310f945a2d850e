import { describe, expect } from 'vitest'
import type { WorkspaceAccess } from '#domains/content/items'
import {
  type Actor,
  givenDeployments,
  givenFolder,
  givenReport,
  givenRole,
  givenShareWith,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  startTogether,
  useServer,
  withOwner,
} from '#test'
import { lockPublicId } from './report-queries.ts'

const server = useServer('shared')
const it = withOwner(server).extend('setup', () => given())
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

  it('refuses another public id, a bad query and documents that are too large', async ({ setup: { update } }) => {
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

  it('moves between folders and the root', async ({ setup: { owner, update } }) => {
    const { id: folderId } = await givenFolder(owner)

    expect(await update({ folderId })).toMatchObject({ folderId, version: 1 })
    expect(await update({ title: 'Stays' })).toMatchObject({ folderId })
    expect(await update({ folderId: null })).toMatchObject({ folderId: null })
    await expect(update({ folderId: 999_999_999 })).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })

  it('goes into a workbook and out of it again, and in it follows that', async ({ setup: { owner, update } }) => {
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

  it('needs edit; a new place also a role with ReportManage, and edit there', async ({ setup: { owner, report, params } }) => {
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
    await server.query('update content_grants set level = 2 where tenant_id = $1 and item_id = $2', [owner.tenantId, report.id])
    await givenShareWith(server, owner, viewed, explorer)
    await givenShareWith(server, owner, edited, explorer, 'edit')
    expect(await update(explorer, { folderId: viewed.id })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await update(explorer, { folderId: edited.id })).toMatchObject({ status: 200 })
  })
})

const publicId = 'k3V9qdLm20Za'
const taken = { status: 409, code: 'public_id_taken' }
type Body = Parameters<Actor['api']['upsertReportByPublicId']>[0]['body']

const upsert = ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>, body: Body) =>
  api.upsertReportByPublicId({ params: { deploymentId, publicId }, body })

describe('upsertReportByPublicId', () => {
  it('creates, changes what is sent, and does nothing when it is so already', async ({ owner }) => {
    const workbook = (await givenWorkbook(owner, { folderId: (await givenFolder(owner)).id })).workbook
    const body = {
      name: 'Revenue',
      title: 'Money',
      meta: { a: 1 },
      source: 'D3' as const,
      workbookId: workbook.id,
      folderId: null,
      publicId,
    }

    const created = await upsert(owner, body)
    const again = await upsert(owner, body)
    const changed = await upsert(owner, { title: 'Revenue', source: 'EXCEL' })

    expect(created).toMatchObject({ publicId, name: 'Revenue', title: 'Money', source: 'D3', workbookId: workbook.id, version: 1 })
    expect(again).toEqual(created)
    expect(changed).toMatchObject({ id: created.id, name: 'Revenue', title: 'Revenue', meta: { a: 1 }, source: 'D3', version: 2 })
    const dids = (await owner.api.listAuditLogs({ query: { first: 3 } })).items.map(({ targets }) => targets[0]?.did)
    expect(dids).toEqual(['updated', 'unchanged', 'created'])
  })

  it('refuses another public id in the body', async ({ owner }) => {
    await expect(upsert(owner, { publicId: 'aaaaaaaaaaaa' })).rejects.toMatchObject({ status: 400, code: 'public_id_fixed' })
  })

  it('refuses an id of another deployment, and of a report that the caller may not see', async ({ owner, explorer }) => {
    const [other = 0] = await givenDeployments(owner, 'Second')
    const report = await givenReport(owner, { publicId })

    await expect(upsert({ ...owner, deploymentId: other }, {})).rejects.toMatchObject(taken)
    await expect(upsert(explorer, {})).rejects.toMatchObject(taken)
    await givenShareWith(server, owner, report, explorer)
    await expect(upsert(explorer, {})).rejects.toMatchObject({ status: 403, code: 'item_access_denied' })
  })

  it('lets one of two create it, and tells the other to repeat', async ({ owner }) => {
    const send = (name: string) => () =>
      server.outcome(owner, 'upsertReportByPublicId', { params: { deploymentId: owner.deploymentId, publicId }, body: { name } })

    // Both have found nothing when they come to the lock.
    const answers = await startTogether(server, owner, [send('One'), send('Two')], (db) =>
      lockPublicId(db, { tenantId: owner.tenantId, deploymentId: owner.deploymentId } as WorkspaceAccess, publicId),
    )

    expect(answers.toSorted((a, b) => a.status - b.status).map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [409, 'upsert_branch_changed'],
    ])
    expect((await owner.api.getReports({ params: { deploymentId: owner.deploymentId } })).items).toHaveLength(1)
  })
})

describe('connectReportToWorkbook', () => {
  itRefusesBodies(server, 'connectReportToWorkbook', [
    [undefined, '/body/externalWorkbookId'],
    [{ externalWorkbookId: 'sheet' }, '/body/resultLocation'],
    [{ externalWorkbookId: '', resultLocation: 'A1' }, '/body/externalWorkbookId'],
  ])

  it('lets viewers set the placement of one spreadsheet and keeps the other placements', async ({ owner, viewer: reader }) => {
    const report = await givenReport(owner)
    const params = { deploymentId: owner.deploymentId, reportId: report.id }
    const connect = (externalWorkbookId: string, resultLocation: string, endResultCell?: string) =>
      reader.api.connectReportToWorkbook({
        params,
        body: { externalWorkbookId, resultLocation, ...(endResultCell === undefined ? {} : { endResultCell }) },
      })
    await expect(connect('one', 'A1')).rejects.toMatchObject({ status: 404, code: 'report_not_found' })
    await givenShareWith(server, owner, report, reader)

    await connect('one', 'A1', 'B2')
    await connect('two', 'C3')
    await connect('one', 'D4')

    expect(await owner.api.getReport({ params })).toEqual({
      ...report,
      externalWorkbookId: 'one',
      resultLocation: 'D4',
      endResultCell: null,
      externalWorkbookPlacements: [
        { workbookId: 'one', resultLocation: 'D4', endResultCell: null },
        { workbookId: 'two', resultLocation: 'C3', endResultCell: null },
      ],
    })
  })

  it('takes a thousand spreadsheets and no more', async ({ owner }) => {
    const { id: reportId } = await givenReport(owner)
    const params = { deploymentId: owner.deploymentId, reportId }
    await server.query(
      `insert into report_placements (tenant_id, report_id, external_workbook_id, result_location)
       select $1, $2, 'sheet ' || n, 'A1' from generate_series(1, 1000) n`,
      [owner.tenantId, reportId],
    )
    const connect = (externalWorkbookId: string) =>
      server.outcome(owner, 'connectReportToWorkbook', { params, body: { externalWorkbookId, resultLocation: 'B2' } })

    expect(await connect('sheet 1001')).toEqual({ status: 400, code: 'invalid_request' })
    expect(await connect('sheet 1')).toMatchObject({ status: 200 })
  })
})

it('refreshReport records only the user who refreshed the report', async ({ owner, viewer: reader }) => {
  const report = await givenReport(owner)
  const params = { deploymentId: owner.deploymentId, reportId: report.id }
  await expect(reader.api.refreshReport({ params })).rejects.toMatchObject({ status: 404, code: 'report_not_found' })
  await givenShareWith(server, owner, report, reader)

  await reader.api.refreshReport({ params })

  const readerId = await personIdOf(reader)
  expect(await owner.api.getReport({ params })).toEqual({
    ...report,
    refreshedBy: readerId,
    refreshedByUser: { id: readerId, email: expect.any(String), firstName: null, picture: null },
  })
  expect(await owner.api.refreshReport({ params })).toMatchObject({ refreshedBy: await personIdOf(owner) })
})

describe('deleteReport', () => {
  it('deletes a report with all that hangs on it, and frees its public id', async ({ owner }) => {
    const { id: reportId } = await givenReport(owner, { publicId, externalWorkbookId: 'sheet', resultLocation: 'A1' })
    const params = { deploymentId: owner.deploymentId, reportId }
    await owner.api.refreshReport({ params })

    expect(await owner.api.deleteReport({ params })).toEqual({})

    await expect(owner.api.deleteReport({ params })).rejects.toMatchObject({ status: 404, code: 'report_not_found' })
    await expect(givenReport(owner, { publicId })).resolves.toMatchObject({ publicId, externalWorkbookPlacements: [] })
  })

  it('needs edit on the report and a role with ReportManage', async ({ owner, explorer }) => {
    const editor = await givenRole(server, owner, ['DeploymentRead', 'ReportRead', 'ReportEdit'])
    const [hidden, viewed, edited] = [await givenReport(owner), await givenReport(owner), await givenReport(owner)]
    await givenShareWith(server, owner, viewed, explorer)
    await givenShareWith(server, owner, edited, explorer, 'edit')
    await givenShareWith(server, owner, edited, editor, 'edit')
    const [other = 0] = await givenDeployments(owner, 'Second')
    const remove = (by: Actor, reportId: number, deploymentId = owner.deploymentId) =>
      server.outcome(by, 'deleteReport', { params: { deploymentId, reportId } })

    expect(await remove(explorer, hidden.id)).toEqual({ status: 404, code: 'report_not_found' })
    expect(await remove(explorer, viewed.id)).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await remove(explorer, edited.id, other)).toEqual({ status: 404, code: 'report_not_found' })
    expect(await remove(editor, edited.id)).toEqual({ status: 403, code: 'forbidden' })
    expect(await remove(explorer, edited.id)).toMatchObject({ status: 200 })
  })
})
