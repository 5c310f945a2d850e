import { describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, givenReport, givenRole, givenShareWith, useServer } from '#test'

const server = useServer('shared')

describe('deleteReport', () => {
  it('deletes a report with all that hangs on it, and frees its public id', async () => {
    const owner = await server.admin()
    const publicId = 'k3V9qdLm20Za'
    const { id: reportId } = await givenReport(owner, { publicId, externalWorkbookId: 'sheet', resultLocation: 'A1' })
    const params = { deploymentId: owner.deploymentId, reportId }
    await owner.api.refreshReport({ params })

    expect(await owner.api.deleteReport({ params })).toEqual({})

    await expect(owner.api.deleteReport({ params })).rejects.toMatchObject({ status: 404, code: 'report_not_found' })
    await expect(givenReport(owner, { publicId })).resolves.toMatchObject({ publicId, externalWorkbookPlacements: [] })
  })

  it('needs edit on the report and a role with ReportManage', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
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
