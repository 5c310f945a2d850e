import { describe, expect, it } from 'vitest'
import { type Actor, givenCreator, givenFolder, givenReport, givenShareWith, givenWorkbook, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

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

  it('lists all that the caller can see, or those of a folder, of the root, of a workbook or of a spreadsheet', async () => {
    const owner = await server.admin()
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

  it('finds a part of the name in any case, over all folders', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner)
    for (const name of ['Monthly REVENUE', 'revenue by day', 'Costs']) await givenReport(owner, { name, folderId: folder.id })
    const names = namesOf(owner)

    expect(await names({ search: 'Revenue', sortBy: 'name' })).toEqual(['Monthly REVENUE', 'revenue by day'])
    expect(await names({ search: 'revenue', folderId: 0, sortBy: 'name' })).toEqual(['Monthly REVENUE', 'revenue by day'])
    expect(await names({ search: 'co' })).toEqual(['Costs'])
    expect(await names({ search: 'nothing' })).toEqual([])
  })

  it('sorts as asked: times newest first and names from A, unless told', async () => {
    const owner = await server.admin()
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

  it('sorts by when the caller last viewed, without cursors, those never viewed last', async () => {
    const owner = await server.admin()
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

  it('pages by number too, and not by both', async () => {
    const owner = await server.admin()
    for (const name of ['A', 'B', 'C', 'D', 'E']) await givenReport(owner, { name })
    const params = { deploymentId: owner.deploymentId }
    const page = async (query: Query) => {
      const { items, data, pageInfo, count } = await owner.api.getReports({ params, query: { sortBy: 'name', ...query } })
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
      expect(await server.outcome(owner, 'getReports', { params, query })).toEqual({ status: 400, code: 'mixed_paging' })
  })

  it('shows what is shared and nothing else, and finds no folder or workbook that is not', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const [hidden, folder] = [await givenFolder(owner), await givenFolder(owner)]
    const workbook = (await givenWorkbook(owner)).workbook
    await givenReport(owner, { name: 'Hidden', folderId: hidden.id })
    await givenReport(owner, { name: 'By its folder', folderId: folder.id })
    const single = await givenReport(owner, { name: 'By itself', workbookId: workbook.id })
    await givenShareWith(server, owner, folder, reader)
    await givenShareWith(server, owner, single, reader)
    const params = { deploymentId: owner.deploymentId }

    expect(await listerOf(reader)({ sortBy: 'name' })).toEqual({ names: ['By its folder', 'By itself'], count: 2 })
    expect(await server.outcome(reader, 'getReports', { params, query: { folderId: hidden.id } })).toEqual({
      status: 404,
      code: 'folder_not_found',
    })
    expect(await server.outcome(reader, 'getReports', { params, query: { workbookId: workbook.id } })).toEqual({
      status: 404,
      code: 'workbook_not_found',
    })
    expect(await namesOf(await givenCreator(server, owner))()).toEqual([])
  })

  it('ends a page at 8 MB of documents, and goes on behind', async () => {
    const owner = await server.admin()
    const meta = { text: 'x'.repeat(1_000_000) }
    for (let made = 1; made <= 10; made++) await givenReport(owner, { name: `Large ${String(made).padStart(2, '0')}`, meta })
    const params = { deploymentId: owner.deploymentId }

    const first = await owner.api.getReports({ params, query: { sortBy: 'name' } })
    const rest = await owner.api.getReports({ params, query: { sortBy: 'name', after: first.pageInfo?.endCursor ?? '' } })

    expect(first.items).toHaveLength(8)
    expect(first).toMatchObject({ count: 10, pageInfo: { hasNextPage: true } })
    expect(rest.items.map(({ name }) => name)).toEqual(['Large 09', 'Large 10'])
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false })

    // The next page by number would begin behind what this one leaves out.
    const byNumber = (query: { page: number; limit: number }) => server.outcome(owner, 'getReports', { params, query })
    expect(await byNumber({ page: 1, limit: 10 })).toEqual({ status: 400, code: 'page_too_large' })
    expect(await byNumber({ page: 2, limit: 5 })).toMatchObject({ status: 200 })
  })
})
