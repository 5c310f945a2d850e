import { describe, expect, it } from 'vitest'
import { givenFolder, givenReport, givenShareWith, givenWorkbook, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

describe('listReportFolders', () => {
  itPagesByCursor(server, 'listReportFolders', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenFolder(owner)
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: givenFolder,
  })

  it('counts the reports that the caller sees directly in each folder of every level', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const outer = await givenFolder(owner, { name: 'Outer' })
    const inner = await givenFolder(owner, { name: 'Inner', parentId: outer.id })
    const direct = [await givenReport(owner, { folderId: outer.id }), await givenReport(owner, { folderId: outer.id })] as const
    await givenReport(owner, { folderId: inner.id })
    await givenWorkbook(owner, { folderId: outer.id })
    await givenShareWith(server, owner, direct[0], reader)
    await givenShareWith(server, owner, inner, reader)
    const params = { deploymentId: owner.deploymentId }
    const rows = (outside: number) => [
      { id: outer.id, name: 'Outer', reportsCount: outside },
      { id: inner.id, name: 'Inner', reportsCount: 1 },
    ]

    expect((await owner.api.listReportFolders({ params })).items).toEqual(rows(2))
    expect((await reader.api.listReportFolders({ params })).items).toEqual(rows(1))
  })
})
