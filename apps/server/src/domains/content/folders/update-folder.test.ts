import { describe, expect, it } from 'vitest'
import { givenDeployments, givenFolder, givenFolderPath, givenShareWith, itRefusesBodies, useServer, personIdOf } from '#test'

const server = useServer('shared')

describe('updateFolder', () => {
  itRefusesBodies(server, 'updateFolder', [
    [{ name: '' }, '/body/name'],
    [{ name: 'x'.repeat(256) }, '/body/name'],
    [{ position: 1.5 }, '/body/position'],
  ])

  it('renames and reorders; what is left out or null stays', async () => {
    const owner = await server.admin()
    const { id: folderId } = await givenFolder(owner, { name: 'Finance', position: 3 })
    const update = (body: { name?: string | null; position?: number | null }) =>
      owner.api.updateFolder({ params: { deploymentId: owner.deploymentId, folderId }, body })

    expect(await update({ name: 'Money' })).toMatchObject({ name: 'Money', position: 3 })
    expect(await update({ position: 0 })).toMatchObject({ name: 'Money', position: 0 })
    const same = await update({ name: null, position: null })
    expect(same).toMatchObject({ name: 'Money', position: 0 })
    expect(await update({})).toEqual(same)
  })

  it('says who changed it last', async () => {
    const owner = await server.admin()
    const editor = await server.colleague(owner, { role: 'Explorer' })
    const folder = await givenFolder(owner)
    await givenShareWith(server, owner, folder, editor, 'edit')
    const params = { deploymentId: owner.deploymentId, folderId: folder.id }

    const renamed = await editor.api.updateFolder({ params, body: { name: 'Theirs' } })

    expect(renamed).toMatchObject({ createdBy: await personIdOf(owner), updatedBy: await personIdOf(editor) })
    expect(Date.parse(renamed.updatedAt)).toBeGreaterThan(Date.parse(renamed.createdAt))
  })

  it('leaves the parent as it is, whatever is sent of it', async () => {
    const owner = await server.admin()
    const [outer, inner] = await givenFolderPath(owner, 2)
    const path = `/api/v1/deployments/${owner.deploymentId}/folders/${inner?.id}`

    const answer = await server.request(owner, path, { method: 'PUT', json: { parentId: null, name: 'Renamed' } })

    expect(await answer.json()).toMatchObject({ name: 'Renamed', parentId: outer?.id })
  })

  it('refuses the name of a sibling, and takes its own in another case', async () => {
    const owner = await server.admin()
    const { id: folderId } = await givenFolder(owner, { name: 'Finance' })
    await givenFolder(owner, { name: 'Sales' })
    const rename = (name: string) => owner.api.updateFolder({ params: { deploymentId: owner.deploymentId, folderId }, body: { name } })

    await expect(rename('SALES')).rejects.toMatchObject({ status: 409, code: 'folder_name_taken' })
    await expect(rename('FINANCE')).resolves.toMatchObject({ name: 'FINANCE' })
  })

  it('needs edit, and finds nothing of another deployment', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const [hidden, viewed] = [await givenFolder(owner), await givenFolder(owner)]
    await givenShareWith(server, owner, viewed, explorer)
    const [other = 0] = await givenDeployments(owner, 'Second')
    const missing = { status: 404, code: 'folder_not_found' }
    const rename = (folderId: number, deploymentId = owner.deploymentId) =>
      server.outcome(explorer, 'updateFolder', { params: { deploymentId, folderId }, body: { name: 'Mine' } })

    expect(await rename(hidden.id)).toEqual(missing)
    expect(await rename(viewed.id)).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await rename(viewed.id, other)).toEqual(missing)
  })
})
