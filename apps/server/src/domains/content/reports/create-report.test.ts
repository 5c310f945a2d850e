import { describe, expect, it } from 'vitest'
import {
  givenCreator,
  givenDeployments,
  givenFolder,
  givenReport,
  givenGrant,
  givenShareWith,
  givenWorkbook,
  itRefusesBodies,
  useServer,
  personIdOf,
} from '#test'

const server = useServer('shared')
const taken = { status: 409, code: 'public_id_taken' }

describe('createReport', () => {
  itRefusesBodies(server, 'createReport', [
    [{ name: '' }, '/body/name'],
    [{ publicId: 'short' }, '/body/publicId'],
    [{ publicId: 'k3V9qdLm20Z-' }, '/body/publicId'],
    [{ source: 'WORD' }, '/body/source'],
    [{ jsonQuery: {} }, '/body/jsonQuery'],
    [{ sqlQuery: 'x'.repeat(262_145) }, '/body/sqlQuery'],
    [{ pivotItems: { rows: [] } }, '/body/pivotItems'],
    [{ meta: [] }, '/body/meta'],
    [{ folderId: -1 }, '/body/folderId'],
    [{ resultLocation: 'Sheet1!A1' }, '/body/externalWorkbookId'],
  ])

  it('takes a report with nothing sent, and makes name and public id', async () => {
    const { api, deploymentId } = await server.admin()

    const report = await api.createReport({ params: { deploymentId }, body: {} })

    const owner = { id: await personIdOf({ api }), email: expect.stringContaining('admin@'), firstName: null, picture: null }
    expect(report).toEqual({
      id: report.id,
      publicId: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      name: 'Untitled report',
      type: 'REPORT',
      deploymentId,
      title: null,
      description: null,
      jsonQuery: null,
      sqlQuery: null,
      pivotItems: null,
      meta: null,
      source: null,
      version: 1,
      workbookId: null,
      folderId: null,
      folderPath: [],
      isFavorite: false,
      userId: owner.id,
      user: owner,
      createdBy: owner.id,
      refreshedBy: null,
      refreshedByUser: { id: 0, email: '', firstName: null, picture: null },
      canEdit: true,
      canManage: true,
      externalWorkbookId: null,
      resultLocation: null,
      endResultCell: null,
      externalWorkbookPlacements: [],
      createdAt: report.createdAt,
      updatedAt: report.createdAt,
    })
  })

  it('keeps everything that is sent', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner, { name: 'Finance' })
    const sent = {
      name: 'Revenue by month',
      title: 'Revenue',
      description: 'What came in',
      jsonQuery: '{"measures":["orders.revenue"]}',
      sqlQuery: 'SELECT 1',
      pivotItems: { rows: ['a'], columns: ['b'], measures: ['c'], filters: [] },
      meta: { chart: { kind: 'line' }, '': null, big: 1e300 },
      publicId: 'k3V9qdLm20Za',
      source: 'EXCEL' as const,
      folderId: folder.id,
      externalWorkbookId: 'sheet-1',
      resultLocation: 'Sheet1!A1',
      endResultCell: 'B2',
    }

    const report = await givenReport(owner, sent)

    expect(report).toMatchObject({
      ...sent,
      folderPath: [{ id: folder.id, name: 'Finance' }],
      externalWorkbookPlacements: [{ workbookId: 'sheet-1', resultLocation: 'Sheet1!A1', endResultCell: 'B2' }],
    })
    expect(await owner.api.getReport({ params: { deploymentId: owner.deploymentId, reportId: report.id } })).toEqual(report)
  })

  it('refuses a query that nests deeper than any that can be asked, which nobody could repair', async () => {
    const owner = await server.admin()
    const nested = (levels: number): string => `{"filters":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

    expect((await givenReport(owner, { jsonQuery: nested(100) })).jsonQuery).toBe(nested(100))
    await expect(givenReport(owner, { jsonQuery: nested(101) })).rejects.toMatchObject({ status: 400, code: 'json_query_invalid' })
  })

  it.each(['{', '"text"', '7', 'null'])('refuses the query %j, which is no object and no array', async (jsonQuery) => {
    const owner = await server.admin()

    await expect(givenReport(owner, { jsonQuery })).rejects.toMatchObject({ status: 400, code: 'json_query_invalid' })
  })

  it('takes a query of several, and an empty text for none', async () => {
    const owner = await server.admin()

    expect(await givenReport(owner, { jsonQuery: '[{}]' })).toMatchObject({ jsonQuery: '[{}]' })
    expect(await givenReport(owner, { jsonQuery: '' })).toMatchObject({ jsonQuery: null })
  })

  it('refuses documents that are too large, also by their numbers', async () => {
    const owner = await server.admin()
    const refusal = { status: 400, code: 'document_too_large' }
    const members = Array.from({ length: 300 }, () => 'x'.repeat(1000))

    await expect(givenReport(owner, { meta: { text: 'x'.repeat(1_048_576) } })).rejects.toMatchObject(refusal)
    await expect(givenReport(owner, { meta: { numbers: Array.from({ length: 100_000 }, () => 1e300) } })).rejects.toMatchObject(refusal)
    await expect(givenReport(owner, { pivotItems: { rows: members, columns: [], measures: [], filters: [] } })).rejects.toMatchObject(
      refusal,
    )
  })

  it('refuses a public id of any other report of the tenant, and takes that of another tenant', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const [other = 0] = await givenDeployments(owner, 'Second')
    const publicId = 'k3V9qdLm20Za'
    await givenReport(owner, { publicId })

    await expect(givenReport(owner, { publicId })).rejects.toMatchObject(taken)
    await expect(givenReport({ ...owner, deploymentId: other }, { publicId })).rejects.toMatchObject(taken)
    await expect(givenReport(await givenCreator(server, owner), { publicId })).rejects.toMatchObject(taken)
    await expect(givenReport(owner, { publicId: 'K3v9qdLm20Za' })).resolves.toBeDefined()
    await expect(givenReport(stranger, { publicId })).resolves.toMatchObject({ publicId })
  })

  it('puts a report into a workbook, where it lies with that', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner, { name: 'Finance' })
    const workbook = (await givenWorkbook(owner, { folderId: folder.id })).workbook
    const inside = { workbookId: workbook.id, folderId: folder.id, folderPath: [{ id: folder.id, name: 'Finance' }] }

    for (const folderId of [undefined, null, folder.id])
      expect(await givenReport(owner, { workbookId: workbook.id, ...(folderId === undefined ? {} : { folderId }) })).toMatchObject(inside)
    for (const folderId of [0, (await givenFolder(owner)).id])
      await expect(givenReport(owner, { workbookId: workbook.id, folderId })).rejects.toMatchObject({
        status: 400,
        code: 'report_follows_workbook',
      })
  })

  it('needs edit where it is to be', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const [folder, workbook] = [await givenFolder(owner), (await givenWorkbook(owner)).workbook]
    const make = (body: { folderId?: number; workbookId?: number }) =>
      server.outcome(explorer, 'createReport', { params: { deploymentId: owner.deploymentId }, body })

    expect(await make({ folderId: folder.id })).toEqual({ status: 404, code: 'folder_not_found' })
    expect(await make({ workbookId: workbook.id })).toEqual({ status: 404, code: 'workbook_not_found' })
    await givenShareWith(server, owner, folder, explorer)
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'organisation' }, 'view')
    expect(await make({ folderId: folder.id })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await make({ workbookId: workbook.id })).toEqual({ status: 403, code: 'item_access_denied' })
    await server.database().query('update content_grants set level = 2 where tenant_id = $1', [owner.tenantId])
    expect(await make({ folderId: folder.id })).toMatchObject({ status: 200 })
    expect(await make({ workbookId: workbook.id })).toMatchObject({ status: 200 })
  })
})
