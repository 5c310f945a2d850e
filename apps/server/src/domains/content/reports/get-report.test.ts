import { describe, expect, it } from 'vitest'
import {
  givenCreator,
  givenDeployments,
  givenFolder,
  givenReport,
  givenGrant,
  givenShareWith,
  givenToken,
  givenWorkbook,
  useServer,
  personIdOf,
} from '#test'

const server = useServer('shared')
const missing = { status: 404, code: 'report_not_found' }

describe('getReport', () => {
  it('shows a report to whom it is shared with, by itself, by its folder or by its workbook, with what they may do', async () => {
    const owner = await server.admin()
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

  it('is nobody’s once its owner is deleted', async () => {
    const owner = await server.admin()
    const leaver = await server.colleague(owner, { role: 'Explorer' })
    const report = await givenReport(leaver)
    await owner.api.deleteUser({ params: { userId: await personIdOf(leaver) } })

    const left = await owner.api.getReport({ params: { deploymentId: owner.deploymentId, reportId: report.id } })

    expect(left).toMatchObject({ userId: 0, user: { id: 0, email: '' } })
    expect(left).not.toHaveProperty('createdBy')
  })

  it('does not find a report of another deployment, of another workspace, or an item of another kind', async () => {
    const owner = await server.admin()
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
    expect(await get({ headers: owner.headers, key: (await givenToken(server, owner)).token }, report.id)).toEqual({
      status: 403,
      code: 'forbidden',
    })
  })
})
