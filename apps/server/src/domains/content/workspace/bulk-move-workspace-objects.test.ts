import { describe, expect, it } from 'vitest'
import { givenFolder, givenReport, givenShareWith, givenWorkbook, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('bulkMoveWorkspaceObjects', () => {
  itRefusesBodies(server, 'bulkMoveWorkspaceObjects', [
    [undefined, '/body/items'],
    [{ items: [] }, '/body/items'],
    [{ items: Array.from({ length: 101 }, (_, index) => ({ type: 'REPORT', id: index + 1 })) }, '/body/items'],
    [{ items: [{ type: 'REPORT' }] }, '/body/items/0'],
  ])

  it('moves in the order sent, repeats once, and says of the rest what the single move would', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const target = await givenFolder(explorer, { name: 'Target' })
    const [own, hidden, viewed] = [await givenReport(explorer), await givenReport(owner), await givenFolder(owner)]
    const { workbook } = await givenWorkbook(explorer)
    await givenShareWith(server, owner, viewed, explorer)
    const params = { deploymentId: owner.deploymentId }
    const items = [
      { type: 'WORKBOOK', id: workbook.id },
      { type: 'REPORT', id: hidden.id },
      { type: 'FOLDER', id: viewed.id },
      { type: 'FOLDER', id: target.id },
      { type: 'REPORT', id: own.id },
      { type: 'WORKBOOK', id: workbook.id },
    ] as const

    const { moved, failed } = await explorer.api.bulkMoveWorkspaceObjects({ params, body: { items: [...items], folderId: target.id } })

    expect(moved).toMatchObject([
      { id: workbook.id, folderId: target.id },
      { id: own.id, folderId: target.id },
    ])
    expect(failed.map(({ type, id, error }) => [type, id, error.status])).toEqual([
      ['REPORT', hidden.id, 404],
      ['FOLDER', viewed.id, 403],
      ['FOLDER', target.id, 400],
    ])
    for (const { type, id, error } of failed)
      await expect(explorer.api.moveWorkspaceObject({ params, body: { type, id, folderId: target.id } })).rejects.toMatchObject(error)
  })

  it('moves what it can when a name is taken', async () => {
    const owner = await server.admin()
    const target = await givenFolder(owner)
    const [first, second] = [
      await givenFolder(owner, { name: 'Same', parentId: (await givenFolder(owner)).id }),
      await givenFolder(owner, { name: 'same', parentId: (await givenFolder(owner)).id }),
    ]
    const report = await givenReport(owner)

    const { moved, failed } = await owner.api.bulkMoveWorkspaceObjects({
      params: { deploymentId: owner.deploymentId },
      body: {
        items: [
          { type: 'FOLDER', id: first.id },
          { type: 'FOLDER', id: second.id },
          { type: 'REPORT', id: report.id },
        ],
        folderId: target.id,
      },
    })

    expect(moved.map(({ id }) => id)).toEqual([first.id, report.id])
    expect(failed).toMatchObject([{ id: second.id, error: { status: 409 } }])
  })
})
