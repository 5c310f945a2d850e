import { describe, expect, it } from 'vitest'
import {
  chartOf,
  configOf,
  givenFolder,
  givenCreator,
  givenGrant,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  refusalOf,
  useServer,
} from '#test'

const server = useServer('shared')

describe('createWorkbook', () => {
  itRefusesBodies(server, 'createWorkbook', [
    [{ name: '  ' }, '/body/name'],
    [{ name: 'x'.repeat(256) }, '/body/name'],
    [{ folderId: -1 }, '/body/folderId'],
    [{ meta: { dashboardDraft: { widgets: [{ id: 'a', type: 'CHART' }] } } }, '/body/meta/dashboardDraft/widgets/0/position'],
    [{ meta: { dashboardDraft: { kind: 'OTHER' } } }, '/body/meta/dashboardDraft/kind'],
  ])

  it('makes a workbook of the caller at the root, with a name of its own where none is sent', async () => {
    const owner = await server.admin()

    const { workbook, params } = await givenWorkbook(owner)

    const userId = await personIdOf(owner)
    expect(workbook).toMatchObject({
      name: 'Untitled workbook',
      type: 'WORKBOOK',
      deploymentId: owner.deploymentId,
      userId,
      user: { id: userId },
      createdBy: userId,
      folderId: null,
      folderPath: [],
      slug: null,
      isFavorite: false,
      meta: {},
      calculatedFields: {},
      dashboardDraft: null,
      dashboardPublished: null,
      publishedDashboard: null,
    })
    expect(await owner.api.getWorkbook({ params })).toEqual(workbook)
  })

  it('keeps meta and calculated fields as sent, and shows the draft in both places', async () => {
    const owner = await server.admin()
    const draft = { ...configOf(chartOf(7)), own: { kept: [1, null, 'ä'] } }
    const sent = { meta: { tabs: ['a'], dashboardDraft: draft }, calculatedFields: { margin: { sql: 'a - b' } } }

    const { workbook } = await givenWorkbook(owner, sent)

    expect(workbook).toMatchObject({ ...sent, dashboardDraft: draft })
  })

  it('puts it into a folder that the caller can edit, and into no other', async () => {
    const owner = await server.admin()
    const outer = (await givenFolder(owner, { name: 'Finance' })).id
    const inner = (await givenFolder(owner, { name: 'Reports', parentId: outer })).id
    const [viewer, editor] = [await givenSharer(server, owner, outer, 'view'), await givenSharer(server, owner, outer, 'edit')]
    const { deploymentId } = owner
    const stranger = await server.colleague(owner, { role: 'Explorer' })

    const { workbook } = await givenWorkbook(editor, { folderId: inner })

    expect(workbook).toMatchObject({
      folderId: inner,
      folderPath: [
        { id: outer, name: 'Finance' },
        { id: inner, name: 'Reports' },
      ],
    })
    const body = { folderId: inner }
    expect(await server.outcome(viewer, 'createWorkbook', { params: { deploymentId }, body })).toEqual({
      status: 403,
      code: 'item_access_denied',
    })
    expect(await server.outcome(stranger, 'createWorkbook', { params: { deploymentId }, body })).toEqual({
      status: 404,
      code: 'folder_not_found',
    })
    expect((await givenWorkbook(viewer, { folderId: 0 })).workbook.folderId).toBeNull()
  })

  it('holds the draft to its rules, and documents to their sizes', async () => {
    const owner = await server.admin()
    const refused = async (body: Parameters<typeof owner.api.createWorkbook>[0]['body']) => {
      const { status, code, message } = await refusalOf(owner.api.createWorkbook({ params: { deploymentId: owner.deploymentId }, body }))
      return [status, code, message]
    }
    const draft = (dashboardDraft: object) => ({ meta: { dashboardDraft } })

    expect(await refused(draft(configOf(chartOf(1, 'a'), chartOf(2, 'a'))))).toEqual([
      400,
      'dashboard_invalid',
      expect.stringContaining('"a"'),
    ])
    const entry = { kind: 'APP', app: { entry: 'main.tsx', files: { 'index.tsx': '' } } }
    expect(await refused(draft(entry))).toEqual([400, 'dashboard_invalid', expect.stringContaining('"main.tsx"')])
    expect(await refused(draft({ settings: { a: 'x'.repeat(2_100_000) } }))).toEqual([
      400,
      'document_too_large',
      expect.stringContaining('/body/meta/dashboardDraft has 2100'),
    ])
    expect(await refused({ meta: { a: 'x'.repeat(1_100_000) } })).toEqual([400, 'document_too_large', expect.stringContaining('1048576')])
    expect(await refused({ calculatedFields: { a: 'x'.repeat(270_000) } })).toEqual([
      400,
      'document_too_large',
      expect.stringContaining('/body/calculatedFields'),
    ])
  })

  it('refuses numbers that the database would write out longer than a document may be', async () => {
    const owner = await server.admin()
    const body = { meta: { numbers: Array.from({ length: 20_000 }, () => 1e300) } }

    const answer = owner.api.createWorkbook({ params: { deploymentId: owner.deploymentId }, body })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'document_too_large' })
  })

  it('makes it in the workspace of a creator, where the console does not see it', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
    const consoleFolder = (await givenFolder(owner)).id
    await givenGrant(server, owner, consoleFolder, { grantee_kind: 'all_embed_users' }, 'view')

    const { params } = await givenWorkbook(creator, { name: 'Mine' })

    expect(await creator.api.getWorkbook({ params })).toMatchObject({ name: 'Mine', user: { id: expect.any(Number) } })
    expect(await server.outcome(owner, 'getWorkbook', { params })).toEqual({ status: 404, code: 'workbook_not_found' })
    const input = { params: { deploymentId: owner.deploymentId }, body: { folderId: consoleFolder } }
    expect(await server.outcome(creator, 'createWorkbook', input)).toEqual({ status: 404, code: 'folder_not_found' })
  })
})
