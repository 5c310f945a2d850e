import { describe, expect, it } from 'vitest'
import { givenFolder, givenFolderPath, givenShareWith, useServer } from '#test'

const server = useServer('shared')

describe('getFolderAncestors', () => {
  it('gives the folders from the root down to the folder itself', async () => {
    const owner = await server.admin()
    const path = await givenFolderPath(owner, 3)

    const answer = await owner.api.getFolderAncestors({ params: { deploymentId: owner.deploymentId, folderId: path[2]?.id ?? 0 } })

    expect(answer).toEqual(path)
  })

  it('shows the way to a shared folder, and of those above only names', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const [top, middle, leaf] = await givenFolderPath(owner, 3)
    await givenShareWith(server, owner, { id: middle?.id ?? 0 }, reader)
    const ask = (folderId: number | undefined) =>
      reader.api.getFolderAncestors({ params: { deploymentId: owner.deploymentId, folderId: folderId ?? 0 } })

    const [first, ...rest] = await ask(leaf?.id)

    expect(first).toMatchObject({ name: 'Level 1', updatedBy: null })
    expect(first).not.toHaveProperty('createdBy')
    expect(rest).toEqual([middle, leaf])
    expect((await ask(top?.id)).map(({ id }) => id)).toEqual([top?.id])
  })

  it('does not find what the caller may not see', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const { id: folderId } = await givenFolder(owner)

    const answer = reader.api.getFolderAncestors({ params: { deploymentId: owner.deploymentId, folderId } })

    await expect(answer).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })
})
