import { describe, expect, it } from 'vitest'
import { givenFolder, givenReport, givenShareWith, givenWorkbook, useServer } from '#test'

const server = useServer('shared')

describe('addFavorite', () => {
  it('marks an item of each kind for the caller alone, and once more changes nothing', async () => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Admin' })
    const { deploymentId } = owner
    const [folder, report] = [await givenFolder(owner), await givenReport(owner)]
    const { workbook } = await givenWorkbook(owner)
    const marked = [
      { type: 'FOLDER', id: folder.id },
      { type: 'WORKBOOK', id: workbook.id },
      { type: 'REPORT', id: report.id },
    ] as const

    for (const item of [...marked, ...marked]) await owner.api.addFavorite({ params: { deploymentId, ...item } })

    const flags = async ({ api }: typeof owner) =>
      (await api.workspaceObjects({ params: { deploymentId } })).items.map(({ isFavorite }) => isFavorite)
    expect(await flags(owner)).toEqual([true, true, true])
    expect(await flags(colleague)).toEqual([false, false, false])
  })

  it('needs view: the way to something is no favourite, nor is what is of another kind', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const folder = await givenFolder(owner)
    const report = await givenReport(owner, { folderId: folder.id })
    const { deploymentId } = owner
    const add = (type: 'FOLDER' | 'WORKBOOK' | 'REPORT', id: number) =>
      server.outcome(reader, 'addFavorite', { params: { deploymentId, type, id } })

    expect(await add('REPORT', report.id)).toEqual({ status: 404, code: 'report_not_found' })
    await givenShareWith(server, owner, report, reader)
    expect(await add('REPORT', report.id)).toMatchObject({ status: 204 })
    expect(await add('WORKBOOK', report.id)).toEqual({ status: 404, code: 'workbook_not_found' })
    expect(await add('FOLDER', folder.id)).toEqual({ status: 404, code: 'folder_not_found' })
  })
})
