import { describe, expect, it } from 'vitest'
import { lockTree } from '#domains/content/items'
import { givenDeployments, givenFolder, givenReport, givenShareWith, givenWorkbook, startTogether, useServer } from '#test'

const server = useServer('shared')

describe('deleteFolder', () => {
  it('lets what lies in it go to the root, where the grants of the folder no longer reach', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Explorer' })
    const folder = await givenFolder(owner)
    const report = await givenReport(owner, { folderId: folder.id })
    await givenWorkbook(owner, { folderId: folder.id })
    await givenShareWith(server, owner, folder, reader)
    const { deploymentId } = owner
    const read = () => server.outcome(reader, 'getReport', { params: { deploymentId, reportId: report.id } })
    expect(await read()).toMatchObject({ status: 200 })

    await owner.api.deleteFolder({ params: { deploymentId, folderId: folder.id } })

    expect(await read()).toEqual({ status: 404, code: 'report_not_found' })
    expect(await owner.api.getReport({ params: { deploymentId, reportId: report.id } })).toMatchObject({ folderId: null, folderPath: [] })
    expect((await owner.api.getFolders({ params: { deploymentId } })).items).toEqual([])
  })

  it('refuses a folder with sub-folders', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner)
    const inside = await givenFolder(owner, { parentId: folder.id })
    const remove = (folderId: number) => server.outcome(owner, 'deleteFolder', { params: { deploymentId: owner.deploymentId, folderId } })

    expect(await remove(folder.id)).toEqual({ status: 400, code: 'folder_has_folders' })
    expect(await remove(inside.id)).toMatchObject({ status: 204 })
    expect(await remove(folder.id)).toMatchObject({ status: 204 })
    expect(await remove(folder.id)).toEqual({ status: 404, code: 'folder_not_found' })
  })

  it('leaves no folder in one that is deleted at once', async () => {
    const owner = await server.admin()
    const { id } = await givenFolder(owner)
    const params = { deploymentId: owner.deploymentId }
    const calls = [
      () => server.outcome(owner, 'deleteFolder', { params: { ...params, folderId: id } }),
      () => server.outcome(owner, 'createFolder', { params, body: { name: 'Inside', parentId: id } }),
    ]

    const [deleted, created] = await startTogether(server, owner, calls, (db) =>
      lockTree(db, { tenantId: owner.tenantId, deploymentId: owner.deploymentId, embedTenantId: 0 }),
    )

    expect([
      [204, 404],
      [400, 200],
    ]).toContainEqual([deleted?.status, created?.status])
  })

  it('needs full access, and finds nothing of another deployment', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const [hidden, edited, full] = [await givenFolder(owner), await givenFolder(owner), await givenFolder(owner)]
    await givenShareWith(server, owner, edited, explorer, 'edit')
    await givenShareWith(server, owner, full, explorer, 'full')
    const [other = 0] = await givenDeployments(owner, 'Second')
    const remove = (folderId: number, deploymentId = owner.deploymentId) =>
      server.outcome(explorer, 'deleteFolder', { params: { deploymentId, folderId } })

    expect(await remove(hidden.id)).toEqual({ status: 404, code: 'folder_not_found' })
    expect(await remove(edited.id)).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await remove(full.id, other)).toEqual({ status: 404, code: 'folder_not_found' })
    expect(await remove(full.id)).toMatchObject({ status: 204 })
  })
})
