import { describe, expect, it } from 'vitest'
import { givenDashboard, givenFolder, givenReport, givenRole, givenShareWith, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('bulkDeleteWorkspaceObjects', () => {
  itRefusesBodies(server, 'bulkDeleteWorkspaceObjects', [
    [{ items: [] }, '/body/items'],
    [{ items: [{ type: 'REPORT', id: 0 }] }, '/body/items/0'],
  ])

  it('deletes in the order sent, so that a folder goes after its sub-folder, and names in the trail all that went', async () => {
    const owner = await server.admin()
    const outer = await givenFolder(owner)
    const inner = await givenFolder(owner, { parentId: outer.id })
    const kept = await givenReport(owner, { folderId: inner.id })
    const { workbook, reportId, dashboard } = await givenDashboard(owner, { folderId: outer.id })
    const params = { deploymentId: owner.deploymentId }
    const items = [
      { type: 'WORKBOOK', id: workbook.id },
      { type: 'FOLDER', id: outer.id },
      { type: 'FOLDER', id: inner.id },
      { type: 'FOLDER', id: inner.id },
    ] as const

    const first = await owner.api.bulkDeleteWorkspaceObjects({ params, body: { items: [...items] } })

    expect(first.deleted).toEqual([items[0], items[2]])
    expect(first.failed).toMatchObject([{ type: 'FOLDER', id: outer.id, error: { status: 400 } }])
    const { targets } = (await owner.api.listAuditLogs({ query: { first: 1 } })).items[0] ?? { targets: [] }
    expect(targets.map(({ kind, id }) => [kind, Number(id)])).toEqual([
      ['workbook', workbook.id],
      ['report', reportId],
      ['dashboard', dashboard.id],
      ['folder', inner.id],
      ['deployment', owner.deploymentId],
    ])
    expect(await owner.api.bulkDeleteWorkspaceObjects({ params, body: { items: [items[1]] } })).toEqual({ deleted: [items[1]], failed: [] })
    expect(await owner.api.getReport({ params: { ...params, reportId: kept.id } })).toMatchObject({ folderId: null })
  })

  it('says of what it cannot delete what the single operation would', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const editor = await givenRole(server, owner, ['DeploymentRead', 'AIBIView', 'ReportRead', 'ReportEdit'])
    const [hidden, viewed, edited] = [await givenReport(owner), await givenFolder(owner), await givenReport(owner)]
    await givenShareWith(server, owner, viewed, explorer)
    await givenShareWith(server, owner, edited, explorer, 'edit')
    await givenShareWith(server, owner, edited, editor, 'edit')
    const params = { deploymentId: owner.deploymentId }
    const remove = (by: typeof owner) =>
      by.api.bulkDeleteWorkspaceObjects({
        params,
        body: {
          items: [
            { type: 'REPORT', id: hidden.id },
            { type: 'FOLDER', id: viewed.id },
            { type: 'WORKBOOK', id: viewed.id },
            { type: 'REPORT', id: edited.id },
          ],
        },
      })

    const refused = await remove(editor)
    const { deleted, failed } = await remove(explorer)

    expect(refused.failed.map(({ error }) => error.status)).toEqual([403, 403, 403, 403])
    expect(deleted).toEqual([{ type: 'REPORT', id: edited.id }])
    expect(failed.map(({ error }) => error.status)).toEqual([404, 403, 404])
    await expect(explorer.api.deleteReport({ params: { ...params, reportId: hidden.id } })).rejects.toMatchObject(failed[0]?.error ?? {})
    await expect(explorer.api.deleteFolder({ params: { ...params, folderId: viewed.id } })).rejects.toMatchObject(failed[1]?.error ?? {})
    await expect(editor.api.deleteReport({ params: { ...params, reportId: edited.id } })).rejects.toMatchObject(
      refused.failed[3]?.error ?? {},
    )
  })
})
