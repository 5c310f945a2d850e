import { describe, expect, it } from 'vitest'
import {
  type Actor,
  givenFolder,
  givenCreator,
  givenDashboard,
  givenGrant,
  givenSharer,
  givenWorkbook,
  itPagesByCursor,
  personIdOf,
  useServer,
} from '#test'

const server = useServer('shared')

const listed = async ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>, query: { folderId?: number } = {}): Promise<string[]> => {
  const { items, count } = await api.getWorkbooks({ params: { deploymentId }, query })
  expect(count).toBe(items.length)
  return items.map(({ name }) => name)
}

describe('getWorkbooks', () => {
  itPagesByCursor(server, 'getWorkbooks', {
    fill: async (owner) => {
      for (const name of ['One', 'Two', 'Three']) await givenWorkbook(owner, { name })
      return { params: { deploymentId: owner.deploymentId } }
    },
  })

  it('shows all that the caller can access, last changed first, or those of one folder', async () => {
    const owner = await server.admin()
    const folderId = (await givenFolder(owner)).id
    await givenWorkbook(owner, { name: 'Inside', folderId })
    const { params } = await givenWorkbook(owner, { name: 'First' })
    await givenWorkbook(owner, { name: 'Second' })
    await owner.api.updateWorkbook({ params, body: { meta: { changed: true } } })

    expect(await listed(owner)).toEqual(['First', 'Second', 'Inside'])
    expect(await listed(owner, { folderId })).toEqual(['Inside'])
    expect(await listed(owner, { folderId: 0 })).toEqual(['First', 'Second'])
    const unknown = { params: { deploymentId: owner.deploymentId }, query: { folderId: 999_999_999 } }
    expect(await server.outcome(owner, 'getWorkbooks', unknown)).toEqual({ status: 404, code: 'folder_not_found' })
  })

  it('shows nobody what is not shared with them, whatever the folder', async () => {
    const owner = await server.admin()
    const folderId = (await givenFolder(owner)).id
    const { workbook } = await givenWorkbook(owner, { name: 'Shared', folderId })
    await givenWorkbook(owner, { name: 'Secret', folderId })
    const viewer = await givenSharer(server, owner, workbook.id, 'view', 'Viewer')
    const stranger = await server.colleague(owner, { role: 'Explorer' })

    expect(await listed(viewer)).toEqual(['Shared'])
    expect(await listed(viewer, { folderId })).toEqual(['Shared'])
    expect(await listed(stranger)).toEqual([])
    await givenGrant(server, owner, folderId, { grantee_kind: 'organisation' }, 'view')
    expect(await listed(stranger)).toEqual(['Secret', 'Shared'])
  })

  it('keeps the workspaces of embed tenants apart from each other and from the console', async () => {
    const owner = await server.admin()
    const [creator, other] = [await givenCreator(server, owner), await givenCreator(server, owner)]
    await givenWorkbook(owner, { name: 'Of the console' })
    await givenWorkbook(creator, { name: 'Of a creator' })

    expect(await listed(owner)).toEqual(['Of the console'])
    expect(await listed(creator)).toEqual(['Of a creator'])
    expect(await listed(other)).toEqual([])
  })

  it('ends a page early where documents are large, and goes on behind it', async () => {
    const owner = await server.admin()
    const { deploymentId } = owner
    const meta = { text: 'x'.repeat(1_000_000), dashboardDraft: { settings: { text: 'y'.repeat(2_000_000) } } }
    for (const name of ['One', 'Two', 'Three']) await givenWorkbook(owner, { name, meta })

    const first = await owner.api.getWorkbooks({ params: { deploymentId } })
    const rest = await owner.api.getWorkbooks({ params: { deploymentId }, query: { after: first.pageInfo?.endCursor ?? '' } })

    expect(first.items.map(({ name }) => name)).toEqual(['Three'])
    expect(first).toMatchObject({ count: 3, pageInfo: { hasNextPage: true } })
    expect(rest.items.map(({ name }) => name)).toEqual(['Two'])
  })

  it('shows what is published, and whose a workbook is while they are there', async () => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Explorer' })
    const userId = await personIdOf(colleague)
    const { dashboard } = await givenDashboard(colleague)
    const { deploymentId } = owner

    const [before] = (await owner.api.getWorkbooks({ params: { deploymentId } })).items
    await owner.api.deleteUser({ params: { userId } })
    const [after] = (await owner.api.getWorkbooks({ params: { deploymentId } })).items

    expect(before).toMatchObject({ userId, user: { id: userId }, createdBy: userId, publishedDashboard: dashboard })
    expect(after).toMatchObject({ userId: null, user: null })
    expect(after).not.toHaveProperty('createdBy')
  })
})
