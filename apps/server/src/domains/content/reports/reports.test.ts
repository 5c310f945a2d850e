import { describe, expect } from 'vitest'
import {
  type Actor,
  failureOf,
  givenCreator,
  givenDeployments,
  givenFolder,
  givenGrant,
  givenReport,
  givenShareWith,
  givenToken,
  givenWorkbook,
  itPagesByCursor,
  itRefusesBodies,
  personIdOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)
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

  it('keeps everything that is sent', async ({ owner }) => {
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

  it('refuses a query that nests deeper than the engine accepts', async ({ owner }) => {
    const nested = (levels: number): string => `{"filters":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

    expect((await givenReport(owner, { jsonQuery: nested(100) })).jsonQuery).toBe(nested(100))
    await expect(givenReport(owner, { jsonQuery: nested(101) })).rejects.toMatchObject({ status: 400, code: 'json_query_invalid' })
  })

  it.for(['{', '"text"', '7', 'null'])('refuses the query %j, which is no object and no array', async (jsonQuery, { owner }) => {
    await expect(givenReport(owner, { jsonQuery })).rejects.toMatchObject({ status: 400, code: 'json_query_invalid' })
  })

  it('takes a query of several, and an empty text for none', async ({ owner }) => {
    expect(await givenReport(owner, { jsonQuery: '[{}]' })).toMatchObject({ jsonQuery: '[{}]' })
    expect(await givenReport(owner, { jsonQuery: '' })).toMatchObject({ jsonQuery: null })
  })

  it('refuses documents that are too large, also by their numbers', async ({ owner }) => {
    const refusal = { status: 400, code: 'document_too_large' }
    const members = Array.from({ length: 300 }, () => 'x'.repeat(1000))

    await expect(givenReport(owner, { meta: { text: 'x'.repeat(1_048_576) } })).rejects.toMatchObject(refusal)
    await expect(givenReport(owner, { meta: { numbers: Array.from({ length: 100_000 }, () => 1e300) } })).rejects.toMatchObject(refusal)
    await expect(givenReport(owner, { pivotItems: { rows: members, columns: [], measures: [], filters: [] } })).rejects.toMatchObject(
      refusal,
    )
  })

  it('refuses a public id of another report of the console, and accepts one of an embed tenant or of another tenant', async ({
    owner,
    stranger,
  }) => {
    const [other = 0] = await givenDeployments(owner, 'Second')
    const publicId = 'k3V9qdLm20Za'
    await givenReport(owner, { publicId })

    await expect(givenReport(owner, { publicId })).rejects.toMatchObject(taken)
    await expect(givenReport({ ...owner, deploymentId: other }, { publicId })).rejects.toMatchObject(taken)
    await expect(givenReport(await givenCreator(server, owner), { publicId })).resolves.toMatchObject({ publicId })
    await expect(givenReport(owner, { publicId: 'K3v9qdLm20Za' })).resolves.toBeDefined()
    await expect(givenReport(stranger, { publicId })).resolves.toMatchObject({ publicId })
  })

  it('puts a report into a workbook, where it lies with that', async ({ owner }) => {
    const folder = await givenFolder(owner, { name: 'Finance' })
    const workbook = (await givenWorkbook(owner, { folderId: folder.id })).workbook
    const inside = { workbookId: workbook.id, folderId: folder.id, folderPath: [{ id: folder.id, name: 'Finance' }] }

    for (const folderId of [undefined, null, folder.id])
      expect(await givenReport(owner, { workbookId: workbook.id, ...(folderId === undefined ? {} : { folderId }) })).toMatchObject(inside)
    for (const folderId of [0, (await givenFolder(owner)).id])
      await expect(givenReport(owner, { workbookId: workbook.id, folderId })).rejects.toMatchObject(failureOf('report_follows_workbook'))
  })

  it('needs edit where it is to be', async ({ owner, explorer }) => {
    const [folder, workbook] = [await givenFolder(owner), (await givenWorkbook(owner)).workbook]
    const make = (body: { folderId?: number; workbookId?: number }) =>
      server.outcome(explorer, 'createReport', { params: { deploymentId: owner.deploymentId }, body })

    expect(await make({ folderId: folder.id })).toEqual({ status: 404, code: 'folder_not_found' })
    expect(await make({ workbookId: workbook.id })).toEqual({ status: 404, code: 'workbook_not_found' })
    await givenShareWith(server, owner, folder, explorer)
    await givenGrant(server, owner, workbook.id, { grantee_kind: 'organisation' }, 'view')
    expect(await make({ folderId: folder.id })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await make({ workbookId: workbook.id })).toEqual({ status: 403, code: 'item_access_denied' })
    await server.query('update content_grants set level = 2 where tenant_id = $1', [owner.tenantId])
    expect(await make({ folderId: folder.id })).toMatchObject({ status: 200 })
    expect(await make({ workbookId: workbook.id })).toMatchObject({ status: 200 })
  })
})

const missing = { status: 404, code: 'report_not_found' }

describe('getReport', () => {
  it('shows a report to whom it is shared with, by itself, by its folder or by its workbook, with what they may do', async ({ owner }) => {
    const [reader, editor] = [await server.colleague(owner, { role: 'Viewer' }), await server.colleague(owner, { role: 'Explorer' })]
    const outer = await givenFolder(owner)
    const folder = await givenFolder(owner, { parentId: outer.id })
    const workbook = (await givenWorkbook(owner, { folderId: folder.id })).workbook
    const report = await givenReport(owner, { workbookId: workbook.id })
    const params = { deploymentId: owner.deploymentId, reportId: report.id }
    expect(await server.outcome(reader, 'getReport', { params })).toEqual(missing)

    await givenShareWith(server, owner, outer, reader, 'full')
    await givenShareWith(server, owner, workbook, editor, 'edit')

    // The role of a viewer leaves nothing more than view.
    expect(await reader.api.getReport({ params })).toMatchObject({ canEdit: false, canManage: false, workbookId: workbook.id })
    expect(await editor.api.getReport({ params })).toMatchObject({ canEdit: true, canManage: false, userId: await personIdOf(owner) })
  })

  it('is nobody’s once its owner is deleted', async ({ owner, explorer: leaver }) => {
    const report = await givenReport(leaver)
    await owner.api.deleteUser({ params: { userId: await personIdOf(leaver) } })

    const left = await owner.api.getReport({ params: { deploymentId: owner.deploymentId, reportId: report.id } })

    expect(left).toMatchObject({ userId: 0, user: { id: 0, email: '' } })
    expect(left).not.toHaveProperty('createdBy')
  })

  it('does not find a report of another deployment, of another workspace, or an item of another kind', async ({ owner }) => {
    const [other = 0] = await givenDeployments(owner, 'Second')
    const [creator, rival] = [await givenCreator(server, owner), await givenCreator(server, owner, { embedTenantName: 'globex-corp' })]
    const [report, theirs] = [await givenReport(owner), await givenReport(creator)]
    await givenGrant(server, owner, report.id, { grantee_kind: 'organisation' }, 'full')
    const get = (by: Parameters<typeof server.outcome>[0], reportId: number, deploymentId = owner.deploymentId) =>
      server.outcome(by, 'getReport', { params: { deploymentId, reportId } })

    expect(await get(owner, report.id, other)).toEqual(missing)
    expect(await get(owner, theirs.id)).toEqual(missing)
    expect(await get(creator, report.id)).toEqual(missing)
    expect(await get(rival, theirs.id)).toEqual(missing)
    expect(await get(creator, theirs.id)).toMatchObject({ status: 200 })
    expect(await get(owner, (await givenFolder(owner)).id)).toEqual(missing)
    expect(await get({ headers: owner.headers, key: (await givenToken(server, owner)).token }, report.id)).toEqual(failureOf('forbidden'))
  })
})

type Query = NonNullable<Parameters<Actor['api']['getReports']>[0]['query']>

const listerOf =
  ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>) =>
  async (query: Query = {}) => {
    const { items, count } = await api.getReports({ params: { deploymentId }, query })
    return { names: items.map(({ name }) => name), count }
  }

const namesOf = (actor: Parameters<typeof listerOf>[0]) => {
  const list = listerOf(actor)
  return async (query: Query = {}) => (await list(query)).names
}

describe('getReports', () => {
  itPagesByCursor(server, 'getReports', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenReport(owner)
      return { params: { deploymentId: owner.deploymentId }, query: { sortBy: 'createdAt', sortDirection: 'ASC' } }
    },
    grow: givenReport,
  })

  it('lists all that the caller can see, or those of a folder, of the root, of a workbook or of a spreadsheet', async ({ owner }) => {
    const folder = await givenFolder(owner)
    const inner = await givenFolder(owner, { parentId: folder.id })
    const workbook = (await givenWorkbook(owner, { folderId: folder.id })).workbook
    await givenReport(owner, { name: 'At the root', externalWorkbookId: 'sheet' })
    await givenReport(owner, { name: 'In the folder', folderId: folder.id, externalWorkbookId: 'sheet' })
    await givenReport(owner, { name: 'Deeper', folderId: inner.id, externalWorkbookId: 'other' })
    await givenReport(owner, { name: 'In the workbook', workbookId: workbook.id })
    const list = listerOf(owner)

    expect(await list({ sortBy: 'name' })).toEqual({ names: ['At the root', 'Deeper', 'In the folder', 'In the workbook'], count: 4 })
    expect(await list({ folderId: 0 })).toEqual({ names: ['At the root'], count: 1 })
    expect(await list({ folderId: folder.id })).toEqual({ names: ['In the folder'], count: 1 })
    expect(await list({ workbookId: workbook.id })).toEqual({ names: ['In the workbook'], count: 1 })
    expect(await list({ workbookId: workbook.id, folderId: inner.id })).toEqual({ names: ['In the workbook'], count: 1 })
    expect(await list({ externalWorkbookId: 'sheet', sortBy: 'name' })).toEqual({ names: ['At the root', 'In the folder'], count: 2 })
    expect(await list({ externalWorkbookId: 'sheet', folderId: 0 })).toEqual({ names: ['At the root'], count: 1 })
  })

  it('finds a part of the name in any case, over all folders', async ({ owner, folder }) => {
    for (const name of ['Monthly REVENUE', 'revenue by day', 'Costs']) await givenReport(owner, { name, folderId: folder.id })
    const names = namesOf(owner)

    expect(await names({ search: 'Revenue', sortBy: 'name' })).toEqual(['Monthly REVENUE', 'revenue by day'])
    expect(await names({ search: 'revenue', folderId: 0, sortBy: 'name' })).toEqual(['Monthly REVENUE', 'revenue by day'])
    expect(await names({ search: 'co' })).toEqual(['Costs'])
    expect(await names({ search: 'nothing' })).toEqual([])
  })

  it('sorts as asked: times newest first and names from A, unless told', async ({ owner }) => {
    const made: { id: number }[] = []
    for (const name of ['B', 'C', 'a']) made.push(await givenReport(owner, { name }))
    const params = { deploymentId: owner.deploymentId }
    await owner.api.updateReport({ params: { ...params, reportId: made[0]?.id ?? 0 }, body: { title: 'Newer' } })
    const names = namesOf(owner)

    expect(await names()).toEqual(['B', 'a', 'C'])
    expect(await names({ sortDirection: 'ASC' })).toEqual(['C', 'a', 'B'])
    expect(await names({ sortBy: 'createdAt' })).toEqual(['a', 'C', 'B'])
    expect(await names({ sortBy: 'name' })).toEqual(['a', 'B', 'C'])
    expect(await names({ sortBy: 'name', sortDirection: 'DESC' })).toEqual(['C', 'B', 'a'])
  })

  it('sorts by when the caller last viewed, without cursors, those never viewed last', async ({ owner }) => {
    const reports: Record<string, number> = {}
    for (const name of ['D', 'C', 'B', 'A']) reports[name] = (await givenReport(owner, { name })).id
    const params = { deploymentId: owner.deploymentId }
    for (const name of ['C', 'D']) await owner.api.refreshReport({ params: { ...params, reportId: reports[name] ?? 0 } })
    const names = namesOf(owner)

    expect(await names({ sortBy: 'lastViewedAt' })).toEqual(['D', 'C', 'A', 'B'])
    expect(await names({ sortBy: 'lastViewedAt', sortDirection: 'ASC' })).toEqual(['C', 'D', 'A', 'B'])
    expect(await names({ sortBy: 'lastViewedAt', limit: 2, page: 2 })).toEqual(['A', 'B'])
    const cursor = (await owner.api.getReports({ params, query: { first: 1, sortBy: 'name' } })).pageInfo?.endCursor ?? ''
    expect(await server.outcome(owner, 'getReports', { params, query: { sortBy: 'lastViewedAt', after: cursor } })).toEqual({
      status: 400,
      code: 'unpaged_order',
    })
    expect(await server.outcome(owner, 'getReports', { params, query: { sortBy: 'createdAt', after: cursor } })).toEqual({
      status: 400,
      code: 'invalid_cursor',
    })
  })

  it('pages by number too, and not by both', async ({ owner }) => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) await givenReport(owner, { name })
    const page = async (query: Query) => {
      const { items, data, pageInfo, count } = await owner.api.getReports({ params: owner, query: { sortBy: 'name', ...query } })
      expect(data).toEqual(items)
      return [items.map(({ name }) => name).join(''), pageInfo?.hasPreviousPage, pageInfo?.hasNextPage, count]
    }

    expect(await page({ limit: 2 })).toEqual(['AB', false, true, 5])
    expect(await page({ limit: 2, page: 2 })).toEqual(['CD', true, true, 5])
    expect(await page({ limit: 2, page: 3 })).toEqual(['E', true, false, 5])
    expect(await page({ page: 1 })).toEqual(['ABCDE', false, false, 5])
    expect(await page({ limit: 1000, page: 10_000 })).toEqual(['', true, false, 5])
    for (const query of [
      { limit: 2, first: 2 },
      { page: 1, after: 'x' },
    ])
      expect(await server.outcome(owner, 'getReports', { params: owner, query })).toEqual({ status: 400, code: 'mixed_paging' })
  })

  it('shows what is shared and nothing else, and finds no folder or workbook that is not', async ({ owner, viewer: reader }) => {
    const [hidden, folder] = [await givenFolder(owner), await givenFolder(owner)]
    const workbook = (await givenWorkbook(owner)).workbook
    await givenReport(owner, { name: 'Hidden', folderId: hidden.id })
    await givenReport(owner, { name: 'By its folder', folderId: folder.id })
    const single = await givenReport(owner, { name: 'By itself', workbookId: workbook.id })
    await givenShareWith(server, owner, folder, reader)
    await givenShareWith(server, owner, single, reader)

    expect(await listerOf(reader)({ sortBy: 'name' })).toEqual({ names: ['By its folder', 'By itself'], count: 2 })
    expect(await server.outcome(reader, 'getReports', { params: owner, query: { folderId: hidden.id } })).toEqual({
      status: 404,
      code: 'folder_not_found',
    })
    expect(await server.outcome(reader, 'getReports', { params: owner, query: { workbookId: workbook.id } })).toEqual({
      status: 404,
      code: 'workbook_not_found',
    })
    expect(await namesOf(await givenCreator(server, owner))()).toEqual([])
  })

  it('ends a page at 8 MB of documents, and goes on behind', async ({ owner }) => {
    const meta = { text: 'x'.repeat(1_000_000) }
    for (let made = 1; made <= 10; made++) await givenReport(owner, { name: `Large ${String(made).padStart(2, '0')}`, meta })

    const first = await owner.api.getReports({ params: owner, query: { sortBy: 'name' } })
    const rest = await owner.api.getReports({ params: owner, query: { sortBy: 'name', after: first.pageInfo?.endCursor ?? '' } })

    expect(first.items).toHaveLength(8)
    expect(first).toMatchObject({ count: 10, pageInfo: { hasNextPage: true } })
    expect(rest.items.map(({ name }) => name)).toEqual(['Large 09', 'Large 10'])
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false })

    // The next page by number would begin behind what this one leaves out.
    const byNumber = (query: { page: number; limit: number }) => server.outcome(owner, 'getReports', { params: owner, query })
    expect(await byNumber({ page: 1, limit: 10 })).toEqual({ status: 400, code: 'page_too_large' })
    expect(await byNumber({ page: 2, limit: 5 })).toMatchObject({ status: 200 })
  })
})
