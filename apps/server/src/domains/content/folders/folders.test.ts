import { describe, expect } from 'vitest'
import { lockTree } from '#domains/content/items'
import {
  givenCreator,
  givenDeployments,
  givenFolder,
  givenFolderPath,
  givenGrant,
  givenReport,
  givenShareWith,
  givenToken,
  givenWorkbook,
  itPagesByCursor,
  itRefusesBodies,
  personIdOf,
  startTogether,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

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

  it('refuses a name that a sibling has, in any case and form, and takes it elsewhere', async ({ owner }) => {
    const { id: parentId } = await givenFolder(owner, { name: 'Café' })

    for (const name of ['Café', 'CAFÉ', 'Cafe\u0301'])
      await expect(givenFolder(owner, { name })).rejects.toMatchObject({
        status: 409,
        code: 'folder_name_taken',
        message: expect.stringContaining(name),
      })
    await expect(givenFolder(owner, { name: 'Café', parentId })).resolves.toMatchObject({ name: 'Café' })
  })

  it('nests ten levels and no further', async ({ owner }) => {
    const path = await givenFolderPath(owner, 10)

    const eleventh = givenFolder(owner, { parentId: path.at(-1)?.id ?? 0 })

    await expect(eleventh).rejects.toMatchObject({ status: 400, code: 'folder_too_deep', message: expect.stringContaining('11') })
  })

  it('needs edit on the parent: what is not shared is not there, what is shared to be viewed is refused', async ({ owner, explorer }) => {
    const [hidden, viewed, edited] = [await givenFolder(owner), await givenFolder(owner), await givenFolder(owner)]
    await givenShareWith(server, owner, viewed, explorer, 'view')
    await givenShareWith(server, owner, edited, explorer, 'edit')

    await expect(givenFolder(explorer, { parentId: hidden.id })).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
    await expect(givenFolder(explorer, { parentId: viewed.id })).rejects.toMatchObject({ status: 403, code: 'item_access_denied' })
    await expect(givenFolder(explorer, { parentId: edited.id })).resolves.toMatchObject({ parentId: edited.id })
    await expect(givenFolder(explorer)).resolves.toMatchObject({ parentId: null })
  })

  it('does not find a parent of another deployment or of another workspace', async ({ owner }) => {
    const [other = 0] = await givenDeployments(owner, 'Second')
    const elsewhere = await givenFolder({ ...owner, deploymentId: other })
    const creator = await givenCreator(server, owner)
    const theirs = await givenFolder(creator)
    const missing = { status: 404, code: 'folder_not_found' }

    await expect(givenFolder(owner, { parentId: elsewhere.id })).rejects.toMatchObject(missing)
    await expect(givenFolder(owner, { parentId: theirs.id })).rejects.toMatchObject(missing)
    await expect(givenFolder(creator, { parentId: (await givenFolder(owner)).id })).rejects.toMatchObject(missing)
  })

  it('keeps names apart by workspace', async ({ owner }) => {
    const creators = [await givenCreator(server, owner), await givenCreator(server, owner, { embedTenantName: 'globex-corp' })]

    for (const maker of [owner, ...creators])
      await expect(givenFolder(maker, { name: 'Finance' })).resolves.toMatchObject({ name: 'Finance' })
  })

  it('makes one of two folders of one name that come at once', async ({ owner }) => {
    const make = () => server.outcome(owner, 'createFolder', { params: { deploymentId: owner.deploymentId }, body: { name: 'Finance' } })

    const answers = await Promise.all([make(), make()])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('updateFolder', () => {
  itRefusesBodies(server, 'updateFolder', [
    [{ name: '' }, '/body/name'],
    [{ name: 'x'.repeat(256) }, '/body/name'],
    [{ position: 1.5 }, '/body/position'],
  ])

  it('renames and reorders; what is left out or null stays', async ({ owner }) => {
    const { id: folderId } = await givenFolder(owner, { name: 'Finance', position: 3 })
    const update = (body: { name?: string | null; position?: number | null }) =>
      owner.api.updateFolder({ params: { deploymentId: owner.deploymentId, folderId }, body })

    expect(await update({ name: 'Money' })).toMatchObject({ name: 'Money', position: 3 })
    expect(await update({ position: 0 })).toMatchObject({ name: 'Money', position: 0 })
    const same = await update({ name: null, position: null })
    expect(same).toMatchObject({ name: 'Money', position: 0 })
    expect(await update({})).toEqual(same)
  })

  it('says who changed it last', async ({ owner, explorer: editor, folder }) => {
    await givenShareWith(server, owner, folder, editor, 'edit')
    const params = { deploymentId: owner.deploymentId, folderId: folder.id }

    const renamed = await editor.api.updateFolder({ params, body: { name: 'Theirs' } })

    expect(renamed).toMatchObject({ createdBy: await personIdOf(owner), updatedBy: await personIdOf(editor) })
    expect(Date.parse(renamed.updatedAt)).toBeGreaterThan(Date.parse(renamed.createdAt))
  })

  it('refuses parentId: a folder is moved by moveWorkspaceObject', async ({ owner }) => {
    const [, inner] = await givenFolderPath(owner, 2)
    const path = `/api/v1/deployments/${owner.deploymentId}/folders/${inner?.id}`

    const answer = await server.request(owner, path, { method: 'PUT', json: { parentId: null, name: 'Renamed' } })

    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ pointer: '/body/parentId' }] }])
  })

  it('refuses the name of a sibling, and takes its own in another case', async ({ owner }) => {
    const { id: folderId } = await givenFolder(owner, { name: 'Finance' })
    await givenFolder(owner, { name: 'Sales' })
    const rename = (name: string) => owner.api.updateFolder({ params: { deploymentId: owner.deploymentId, folderId }, body: { name } })

    await expect(rename('SALES')).rejects.toMatchObject({ status: 409, code: 'folder_name_taken' })
    await expect(rename('FINANCE')).resolves.toMatchObject({ name: 'FINANCE' })
  })

  it('needs edit, and finds nothing of another deployment', async ({ owner, explorer }) => {
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

describe('deleteFolder', () => {
  it('lets what lies in it go to the root, where the grants of the folder no longer reach', async ({ owner, explorer: reader, folder }) => {
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

  it('refuses a folder with sub-folders', async ({ owner, folder }) => {
    const inside = await givenFolder(owner, { parentId: folder.id })
    const remove = (folderId: number) => server.outcome(owner, 'deleteFolder', { params: { deploymentId: owner.deploymentId, folderId } })

    expect(await remove(folder.id)).toEqual({ status: 400, code: 'folder_has_folders' })
    expect(await remove(inside.id)).toMatchObject({ status: 204 })
    expect(await remove(folder.id)).toMatchObject({ status: 204 })
    expect(await remove(folder.id)).toEqual({ status: 404, code: 'folder_not_found' })
  })

  it('leaves no folder in one that is deleted at once', async ({ owner, folder: { id } }) => {
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

  it('needs full access, and finds nothing of another deployment', async ({ owner, explorer }) => {
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

describe('getFolders', () => {
  itPagesByCursor(server, 'getFolders', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenFolder(owner)
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: givenFolder,
  })

  it('lists one level by position, the root unless another is named', async ({ owner }) => {
    const second = await givenFolder(owner, { name: 'Second', position: 5 })
    const first = await givenFolder(owner, { name: 'First', position: 1 })
    const tied = await givenFolder(owner, { name: 'A tie', position: 5 })
    const inside = await givenFolder(owner, { name: 'Inside', parentId: second.id })
    const list = async (query: { parentId?: number }) => {
      const { items, count } = await owner.api.getFolders({ params: { deploymentId: owner.deploymentId }, query })
      return { ids: items.map(({ id }) => id), count }
    }
    const root = { ids: [first.id, second.id, tied.id], count: 3 }

    expect(await list({})).toEqual(root)
    expect(await list({ parentId: 0 })).toEqual(root)
    expect(await list({ parentId: second.id })).toEqual({ ids: [inside.id], count: 1 })
    expect(await list({ parentId: inside.id })).toEqual({ ids: [], count: 0 })
  })

  it('shows what is owned and granted, and the way to it with nothing but names', async ({ owner, viewer: reader }) => {
    const [top, middle] = await givenFolderPath(owner, 2)
    await givenFolder(owner, { name: 'A sibling of nobody', parentId: top?.id ?? 0 })
    await givenFolder(owner, { name: 'Hidden' })
    const shared = await givenFolder(owner, { name: 'Shared', position: 9 })
    const report = await givenReport(owner, { folderId: middle?.id ?? 0 })
    await givenShareWith(server, owner, report, reader)
    await givenGrant(server, owner, shared.id, { grantee_kind: 'organisation' }, 'view')

    const root = await reader.api.getFolders({ params: owner })
    const below = await reader.api.getFolders({ params: owner, query: { parentId: top?.id ?? 0 } })

    expect(root.items.map(({ name }) => name)).toEqual(['Level 1', 'Shared'])
    expect(root.count).toBe(2)
    expect(root.items[0]).toMatchObject({ updatedBy: null })
    expect(root.items[0]).not.toHaveProperty('createdBy')
    expect(root.items[1]).toMatchObject({ createdBy: expect.any(Number) })
    expect(below.items.map(({ name }) => name)).toEqual(['Level 2'])
  })

  it('does not find a parent that leads nowhere', async ({ owner, viewer: reader, folder: hidden }) => {
    const answer = reader.api.getFolders({ params: { deploymentId: owner.deploymentId }, query: { parentId: hidden.id } })

    await expect(answer).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })

  it('lists to creators what is of their embed tenant, and refuses other embed tokens', async ({ owner }) => {
    const [creator, other] = [await givenCreator(server, owner), await givenCreator(server, owner, { embedTenantName: 'globex-corp' })]
    const viewer = await givenToken(server, owner)
    await givenFolder(owner)
    const own = await givenFolder(creator)

    expect((await creator.api.getFolders({ params: owner })).items.map(({ id }) => id)).toEqual([own.id])
    expect((await other.api.getFolders({ params: owner })).items).toEqual([])
    await expect(viewer.api.getFolders({ params: owner })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('getFolderAncestors', () => {
  it('gives the folders from the root down to the folder itself', async ({ owner }) => {
    const path = await givenFolderPath(owner, 3)

    const answer = await owner.api.getFolderAncestors({ params: { deploymentId: owner.deploymentId, folderId: path[2]?.id ?? 0 } })

    expect(answer).toEqual(path)
  })

  it('shows the way to a shared folder, and of those above only names', async ({ owner, viewer: reader }) => {
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

  it('does not find what the caller may not see', async ({ owner, viewer: reader, folder: { id: folderId } }) => {
    const answer = reader.api.getFolderAncestors({ params: { deploymentId: owner.deploymentId, folderId } })

    await expect(answer).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })
})

describe('listReportFolders', () => {
  itPagesByCursor(server, 'listReportFolders', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenFolder(owner)
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: givenFolder,
  })

  it('counts the reports that the caller sees directly in each folder of every level', async ({ owner, viewer: reader }) => {
    const outer = await givenFolder(owner, { name: 'Outer' })
    const inner = await givenFolder(owner, { name: 'Inner', parentId: outer.id })
    const direct = [await givenReport(owner, { folderId: outer.id }), await givenReport(owner, { folderId: outer.id })] as const
    await givenReport(owner, { folderId: inner.id })
    await givenWorkbook(owner, { folderId: outer.id })
    await givenShareWith(server, owner, direct[0], reader)
    await givenShareWith(server, owner, inner, reader)
    const rows = (outside: number) => [
      { id: outer.id, name: 'Outer', reportsCount: outside },
      { id: inner.id, name: 'Inner', reportsCount: 1 },
    ]

    expect((await owner.api.listReportFolders({ params: owner })).items).toEqual(rows(2))
    expect((await reader.api.listReportFolders({ params: owner })).items).toEqual(rows(1))
  })
})
