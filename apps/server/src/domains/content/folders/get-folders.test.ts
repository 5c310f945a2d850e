import { describe, expect, it } from 'vitest'
import {
  givenCreator,
  givenFolder,
  givenFolderPath,
  givenReport,
  givenGrant,
  givenShareWith,
  givenToken,
  itPagesByCursor,
  useServer,
} from '#test'

const server = useServer('shared')

describe('getFolders', () => {
  itPagesByCursor(server, 'getFolders', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenFolder(owner)
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: givenFolder,
  })

  it('lists one level by position, the root unless another is named', async () => {
    const owner = await server.admin()
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

  it('shows what is owned and granted, and the way to it with nothing but names', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const [top, middle] = await givenFolderPath(owner, 2)
    await givenFolder(owner, { name: 'A sibling of nobody', parentId: top?.id ?? 0 })
    await givenFolder(owner, { name: 'Hidden' })
    const shared = await givenFolder(owner, { name: 'Shared', position: 9 })
    const report = await givenReport(owner, { folderId: middle?.id ?? 0 })
    await givenShareWith(server, owner, report, reader)
    await givenGrant(server, owner, shared.id, { grantee_kind: 'organisation' }, 'view')
    const params = { deploymentId: owner.deploymentId }

    const root = await reader.api.getFolders({ params })
    const below = await reader.api.getFolders({ params, query: { parentId: top?.id ?? 0 } })

    expect(root.items.map(({ name }) => name)).toEqual(['Level 1', 'Shared'])
    expect(root.count).toBe(2)
    expect(root.items[0]).toMatchObject({ updatedBy: null })
    expect(root.items[0]).not.toHaveProperty('createdBy')
    expect(root.items[1]).toMatchObject({ createdBy: expect.any(Number) })
    expect(below.items.map(({ name }) => name)).toEqual(['Level 2'])
  })

  it('does not find a parent that leads nowhere', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const hidden = await givenFolder(owner)

    const answer = reader.api.getFolders({ params: { deploymentId: owner.deploymentId }, query: { parentId: hidden.id } })

    await expect(answer).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
  })

  it('lists to creators what is of their embed tenant, and refuses other embed tokens', async () => {
    const owner = await server.admin()
    const [creator, other] = [await givenCreator(server, owner), await givenCreator(server, owner, { embedTenantName: 'globex-corp' })]
    const viewer = await givenToken(server, owner)
    await givenFolder(owner)
    const own = await givenFolder(creator)
    const params = { deploymentId: owner.deploymentId }

    expect((await creator.api.getFolders({ params })).items.map(({ id }) => id)).toEqual([own.id])
    expect((await other.api.getFolders({ params })).items).toEqual([])
    await expect(viewer.api.getFolders({ params })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })
})
