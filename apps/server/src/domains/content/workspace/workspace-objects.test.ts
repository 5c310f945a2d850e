import { describe, expect, it } from 'vitest'
import { type Actor, givenCreator, givenFolder, givenReport, givenRole, givenShareWith, givenWorkbook, useServer } from '#test'

const server = useServer('shared')

type Query = NonNullable<Parameters<Actor['api']['workspaceObjects']>[0]['query']>

const feedOf =
  ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>) =>
  async (query: Query = {}) =>
    (await api.workspaceObjects({ params: { deploymentId }, query })).items.map(({ name }) => name)

/** Two folders, a workbook and two reports at the root; one of each below the first folder; a report in the workbook. */
const givenTree = async () => {
  const owner = await server.admin()
  const finance = await givenFolder(owner, { name: 'Finance', position: 2 })
  const archive = await givenFolder(owner, { name: 'Archive', position: 1 })
  const { workbook } = await givenWorkbook(owner, { name: 'Book' })
  await givenReport(owner, { name: 'Zeta' })
  await givenReport(owner, { name: 'alpha' })
  await givenReport(owner, { name: 'Tab', workbookId: workbook.id })
  const inner = await givenFolder(owner, { name: 'Inner', parentId: finance.id })
  await givenWorkbook(owner, { name: 'Inner book', folderId: finance.id })
  await givenReport(owner, { name: 'Inner report', folderId: finance.id })
  return { owner, finance, archive, inner, workbook, feed: feedOf(owner) }
}

describe('workspaceObjects', () => {
  it('lists one level, folders first by position, the rest as asked', async () => {
    const { feed, finance, archive } = await givenTree()

    expect(await feed()).toEqual(['Archive', 'Finance', 'alpha', 'Zeta', 'Book'])
    expect(await feed({ folderId: 0 })).toEqual(await feed())
    expect(await feed({ orderByField: 'name' })).toEqual(['Archive', 'Finance', 'alpha', 'Book', 'Zeta'])
    expect(await feed({ orderByField: 'name', orderByDirection: 'DESC' })).toEqual(['Archive', 'Finance', 'Zeta', 'Book', 'alpha'])
    expect(await feed({ orderByField: 'created_at', orderByDirection: 'ASC' })).toEqual(['Archive', 'Finance', 'Book', 'Zeta', 'alpha'])
    expect(await feed({ folderId: finance.id, orderByField: 'name' })).toEqual(['Inner', 'Inner book', 'Inner report'])
    expect(await feed({ folderId: archive.id })).toEqual([])
  })

  it('narrows to types, one or several', async () => {
    const { feed } = await givenTree()

    expect(await feed({ types: 'FOLDER' })).toEqual(['Archive', 'Finance'])
    expect(await feed({ types: ['REPORT', 'WORKBOOK'], orderByField: 'name' })).toEqual(['alpha', 'Book', 'Zeta'])
  })

  it('searches names in any case over all folders, without the reports of workbooks', async () => {
    const { feed, archive } = await givenTree()

    expect(await feed({ search: 'INNER', orderByField: 'name' })).toEqual(['Inner', 'Inner book', 'Inner report'])
    expect(await feed({ search: 'inner', folderId: archive.id, types: 'FOLDER' })).toEqual(['Inner'])
    expect(await feed({ search: 'Tab' })).toEqual([])
  })

  it('gives each item the fields of its kind, and to all what clients expect of a workbook', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner)
    const report = await givenReport(owner, { jsonQuery: '{}' })
    const { workbook } = await givenWorkbook(owner, { meta: { note: 'kept' } })

    const { items } = await owner.api.workspaceObjects({
      params: { deploymentId: owner.deploymentId },
      query: { orderByField: 'created_at' },
    })

    expect(items).toEqual([{ ...folder, meta: {}, calculatedFields: {} }, workbook, { ...report, meta: {}, calculatedFields: {} }])
  })

  it('pages over folders and the rest without a gap', async () => {
    const { owner, feed } = await givenTree()
    const params = { deploymentId: owner.deploymentId }
    const seen: string[] = []
    let after: string | null | undefined
    do {
      const { items, pageInfo } = await owner.api.workspaceObjects({
        params,
        query: { first: 2, orderByField: 'name', ...(after ? { after } : {}) },
      })
      seen.push(...items.map(({ name }) => name))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after)

    expect(seen).toEqual(await feed({ orderByField: 'name' }))
    expect(await server.outcome(owner, 'workspaceObjects', { params, query: { after: 'nonsense' } })).toEqual({
      status: 400,
      code: 'invalid_cursor',
    })
  })

  it('sorts by last view, folders still first, and takes no cursor then', async () => {
    const owner = await server.admin()
    await givenFolder(owner, { name: 'Folder' })
    const [first, second] = [await givenReport(owner, { name: 'First' }), await givenReport(owner, { name: 'Second' })]
    await givenReport(owner, { name: 'Never' })
    const params = { deploymentId: owner.deploymentId }
    for (const { id: reportId } of [second, first]) await owner.api.refreshReport({ params: { ...params, reportId } })

    expect(await feedOf(owner)({ orderByField: 'viewer_last_viewed_at' })).toEqual(['Folder', 'First', 'Second', 'Never'])
    expect(
      await server.outcome(owner, 'workspaceObjects', { params, query: { orderByField: 'viewer_last_viewed_at', after: 'x' } }),
    ).toEqual({
      status: 400,
      code: 'unpaged_order',
    })
  })

  it('shows what is shared and the way to it, and hides kinds that no role of the caller reads', async () => {
    const { owner, finance, inner, archive } = await givenTree()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const foldersOnly = await givenRole(server, owner, ['DeploymentRead', 'AIBIView', 'FolderRead'])
    const deep = await givenReport(owner, { name: 'Deep', folderId: inner.id })
    await givenShareWith(server, owner, deep, reader)
    await givenShareWith(server, owner, finance, foldersOnly)
    const params = { deploymentId: owner.deploymentId }

    expect(await feedOf(reader)()).toEqual(['Finance'])
    expect(await feedOf(reader)({ folderId: finance.id })).toEqual(['Inner'])
    expect(await feedOf(reader)({ folderId: inner.id })).toEqual(['Deep'])
    expect(await server.outcome(reader, 'workspaceObjects', { params, query: { folderId: archive.id } })).toEqual({
      status: 404,
      code: 'folder_not_found',
    })
    expect(await feedOf(foldersOnly)({ folderId: finance.id })).toEqual(['Inner'])
  })

  it('is that of their embed tenant for creators', async () => {
    const { owner } = await givenTree()
    const [creator, rival] = [await givenCreator(server, owner), await givenCreator(server, owner)]
    await givenFolder(creator, { name: 'Theirs' })
    await givenWorkbook(creator, { name: 'Their book' })

    expect(await feedOf(creator)()).toEqual(['Theirs', 'Their book'])
    expect(await feedOf(rival)()).toEqual([])
  })

  it('ends a page at 8 MB of documents of all kinds, and goes on behind', async () => {
    const owner = await server.admin()
    const meta = { text: 'x'.repeat(1_000_000) }
    for (let made = 0; made < 5; made++) {
      await givenReport(owner, { name: `Report ${made}`, meta })
      await givenWorkbook(owner, { name: `Workbook ${made}`, meta })
    }
    const params = { deploymentId: owner.deploymentId }

    const first = await owner.api.workspaceObjects({ params, query: { orderByField: 'name' } })
    const rest = await owner.api.workspaceObjects({ params, query: { orderByField: 'name', after: first.pageInfo.endCursor ?? '' } })

    expect(first.items).toHaveLength(8)
    expect(first.pageInfo.hasNextPage).toBe(true)
    expect(rest.items.map(({ name }) => name)).toEqual(['Workbook 3', 'Workbook 4'])
  })
})
