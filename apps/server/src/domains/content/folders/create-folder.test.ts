import { describe, expect, it } from 'vitest'
import { givenCreator, givenDeployments, givenFolder, givenFolderPath, givenShareWith, itRefusesBodies, useServer, personIdOf } from '#test'

const server = useServer('shared')

describe('createFolder', () => {
  itRefusesBodies(server, 'createFolder', [
    [undefined, '/body/name'],
    [{ name: '' }, '/body/name'],
    [{ name: '  ' }, '/body/name'],
    [{ name: 'x'.repeat(256) }, '/body/name'],
    [{ name: 'ok', parentId: -1 }, '/body/parentId'],
    [{ name: 'ok', position: -1 }, '/body/position'],
    [{ name: 'ok', position: 2 ** 31 }, '/body/position'],
  ])

  it('makes a folder of its creator, behind its siblings unless a position is given', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    const me = await personIdOf({ api })

    const first = await api.createFolder({ params, body: { name: 'Finance' } })
    const inside = await api.createFolder({ params, body: { name: 'Finance', parentId: first.id } })
    const second = await api.createFolder({ params, body: { name: 'x'.repeat(255), parentId: 0 } })
    const placed = await api.createFolder({ params, body: { name: 'Sales', parentId: null, position: 7 } })
    const last = await api.createFolder({ params, body: { name: 'Support' } })

    expect(first).toEqual({
      id: first.id,
      name: 'Finance',
      type: 'FOLDER',
      deploymentId,
      position: 0,
      parentId: null,
      folderPath: [],
      isFavorite: false,
      createdBy: me,
      updatedBy: me,
      createdAt: first.createdAt,
      updatedAt: first.createdAt,
    })
    expect(inside).toMatchObject({ position: 0, parentId: first.id, folderPath: [{ id: first.id, name: 'Finance' }] })
    expect([second.position, placed.position, last.position]).toEqual([1, 7, 8])
  })

  it('refuses a name that a sibling has, in any case and form, and takes it elsewhere', async () => {
    const owner = await server.admin()
    const { id: parentId } = await givenFolder(owner, { name: 'Café' })

    for (const name of ['Café', 'CAFÉ', 'Cafe\u0301'])
      await expect(givenFolder(owner, { name })).rejects.toMatchObject({
        status: 409,
        code: 'folder_name_taken',
        message: expect.stringContaining(name),
      })
    await expect(givenFolder(owner, { name: 'Café', parentId })).resolves.toMatchObject({ name: 'Café' })
  })

  it('nests ten levels and no further', async () => {
    const owner = await server.admin()
    const path = await givenFolderPath(owner, 10)

    const eleventh = givenFolder(owner, { parentId: path.at(-1)?.id ?? 0 })

    await expect(eleventh).rejects.toMatchObject({ status: 400, code: 'folder_too_deep', message: expect.stringContaining('11') })
  })

  it('needs edit on the parent: what is not shared is not there, what is shared to be viewed is refused', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const [hidden, viewed, edited] = [await givenFolder(owner), await givenFolder(owner), await givenFolder(owner)]
    await givenShareWith(server, owner, viewed, explorer, 'view')
    await givenShareWith(server, owner, edited, explorer, 'edit')

    await expect(givenFolder(explorer, { parentId: hidden.id })).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
    await expect(givenFolder(explorer, { parentId: viewed.id })).rejects.toMatchObject({ status: 403, code: 'item_access_denied' })
    await expect(givenFolder(explorer, { parentId: edited.id })).resolves.toMatchObject({ parentId: edited.id })
    await expect(givenFolder(explorer)).resolves.toMatchObject({ parentId: null })
  })

  it('does not find a parent of another deployment or of another workspace', async () => {
    const owner = await server.admin()
    const [other = 0] = await givenDeployments(owner, 'Second')
    const elsewhere = await givenFolder({ ...owner, deploymentId: other })
    const creator = await givenCreator(server, owner)
    const theirs = await givenFolder(creator)
    const missing = { status: 404, code: 'folder_not_found' }

    await expect(givenFolder(owner, { parentId: elsewhere.id })).rejects.toMatchObject(missing)
    await expect(givenFolder(owner, { parentId: theirs.id })).rejects.toMatchObject(missing)
    await expect(givenFolder(creator, { parentId: (await givenFolder(owner)).id })).rejects.toMatchObject(missing)
  })

  it('keeps names apart by workspace', async () => {
    const owner = await server.admin()
    const creators = [await givenCreator(server, owner), await givenCreator(server, owner, { embedTenantName: 'globex-corp' })]

    for (const maker of [owner, ...creators])
      await expect(givenFolder(maker, { name: 'Finance' })).resolves.toMatchObject({ name: 'Finance' })
  })

  it('makes one of two folders of one name that come at once', async () => {
    const owner = await server.admin()
    const make = () => server.outcome(owner, 'createFolder', { params: { deploymentId: owner.deploymentId }, body: { name: 'Finance' } })

    const answers = await Promise.all([make(), make()])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('answers a repeated Idempotency-Key as the first time', async () => {
    const { api, deploymentId } = await server.admin()
    const call = { params: { deploymentId }, body: { name: 'Finance' }, idempotencyKey: 'once' }

    expect(await api.createFolder(call)).toEqual(await api.createFolder(call))
  })
})
