import { describe, expect } from 'vitest'
import {
  type Actor,
  chartOf,
  configOf,
  failureOf,
  givenCreator,
  givenDashboard,
  givenFolder,
  givenGrant,
  givenSharer,
  givenWorkbook,
  itPagesByCursor,
  itRefusesBodies,
  personIdOf,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

describe('createWorkbook', () => {
  itRefusesBodies(server, 'createWorkbook', [
    [{ name: '  ' }, '/body/name'],
    [{ name: 'x'.repeat(256) }, '/body/name'],
    [{ folderId: -1 }, '/body/folderId'],
    [{ meta: { dashboardDraft: { widgets: [{ id: 'a', type: 'CHART' }] } } }, '/body/meta/dashboardDraft/widgets/0/position'],
    [{ meta: { dashboardDraft: { kind: 'OTHER' } } }, '/body/meta/dashboardDraft/kind'],
  ])

  it('creates a workbook of the caller at the root, with a generated name if none is sent', async ({ owner }) => {
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

  it('keeps meta and calculated fields as sent, and shows the draft in both places', async ({ owner }) => {
    const draft = { ...configOf(chartOf(7)), own: { kept: [1, null, 'ä'] } }
    const sent = { meta: { tabs: ['a'], dashboardDraft: draft }, calculatedFields: { margin: { sql: 'a - b' } } }

    const { workbook } = await givenWorkbook(owner, sent)

    expect(workbook).toMatchObject({ ...sent, dashboardDraft: draft })
  })

  it('puts it into a folder that the caller can edit, and into no other', async ({ owner }) => {
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
    expect(await server.outcome(viewer, 'createWorkbook', { params: { deploymentId }, body })).toEqual(failureOf('item_access_denied'))
    expect(await server.outcome(stranger, 'createWorkbook', { params: { deploymentId }, body })).toEqual(failureOf('folder_not_found'))
    expect((await givenWorkbook(viewer, { folderId: 0 })).workbook.folderId).toBeNull()
  })

  it('holds the draft to its rules, and documents to their sizes', async ({ owner }) => {
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

  it('refuses numbers that the database would write out longer than a document may be', async ({ owner }) => {
    const body = { meta: { numbers: Array.from({ length: 20_000 }, () => 1e300) } }

    const answer = owner.api.createWorkbook({ params: { deploymentId: owner.deploymentId }, body })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'document_too_large' })
  })

  it('makes it in the workspace of a creator, where the console does not see it', async ({ owner, creator }) => {
    const consoleFolder = (await givenFolder(owner)).id
    await givenGrant(server, owner, consoleFolder, { grantee_kind: 'all_embed_users' }, 'view')

    const { params } = await givenWorkbook(creator, { name: 'Mine' })

    expect(await creator.api.getWorkbook({ params })).toMatchObject({ name: 'Mine', user: { id: expect.any(Number) } })
    expect(await server.outcome(owner, 'getWorkbook', { params })).toEqual({ status: 404, code: 'workbook_not_found' })
    const input = { params: { deploymentId: owner.deploymentId }, body: { folderId: consoleFolder } }
    expect(await server.outcome(creator, 'createWorkbook', input)).toEqual({ status: 404, code: 'folder_not_found' })
  })
})

const notFound = { status: 404, code: 'workbook_not_found' }

it('getWorkbook returns draft and published dashboard to viewers and 404 to others', async ({ owner }) => {
  const { params, workbook, dashboard } = await givenDashboard(owner)
  const viewer = await givenSharer(server, owner, workbook.id, 'view', 'Viewer')
  const stranger = await server.colleague(owner, { role: 'Explorer' })

  const seen = await viewer.api.getWorkbook({ params })

  expect(seen).toEqual(workbook)
  expect(seen).toMatchObject({
    dashboardDraft: dashboard.config,
    meta: { dashboardDraft: dashboard.config },
    dashboardPublished: dashboard.config,
    publishedDashboard: { ...dashboard },
  })
  expect(await server.outcome(stranger, 'getWorkbook', { params })).toEqual(notFound)
})

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

  it('shows all that the caller can access, last changed first, or those of one folder', async ({ owner }) => {
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

  it('shows nobody what is not shared with them, whatever the folder', async ({ owner }) => {
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

  it('keeps the workspaces of embed tenants apart from each other and from the console', async ({ owner }) => {
    const [creator, other] = [await givenCreator(server, owner), await givenCreator(server, owner)]
    await givenWorkbook(owner, { name: 'Of the console' })
    await givenWorkbook(creator, { name: 'Of a creator' })

    expect(await listed(owner)).toEqual(['Of the console'])
    expect(await listed(creator)).toEqual(['Of a creator'])
    expect(await listed(other)).toEqual([])
  })

  it('ends a page early where documents are large, and goes on behind it', async ({ owner }) => {
    const { deploymentId } = owner
    const meta = { text: 'x'.repeat(1_000_000), dashboardDraft: { settings: { text: 'y'.repeat(2_000_000) } } }
    for (const name of ['One', 'Two', 'Three']) await givenWorkbook(owner, { name, meta })

    const first = await owner.api.getWorkbooks({ params: { deploymentId } })
    const rest = await owner.api.getWorkbooks({ params: { deploymentId }, query: { after: first.pageInfo?.endCursor ?? '' } })

    expect(first.items.map(({ name }) => name)).toEqual(['Three'])
    expect(first).toMatchObject({ count: 3, pageInfo: { hasNextPage: true } })
    expect(rest.items.map(({ name }) => name)).toEqual(['Two'])
  })

  it('shows what is published, and whose a workbook is while they are there', async ({ owner, explorer: colleague }) => {
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

const rowsLeft = async (tenantId: number): Promise<Record<string, string>> => {
  const tables = ['content_items', 'content_workbooks', 'content_reports', 'dashboards', 'dashboard_versions', 'content_grants']
  const counts = tables.map((table) => `(select count(*) from ${table} where tenant_id = $1) as ${table}`)
  const [row] = await server.query<Record<string, string>>(`select ${counts.join(', ')}`, [tenantId])
  return row ?? {}
}

describe('deleteWorkbook', () => {
  it('takes reports, draft, dashboard, versions and grants along, and leaves other workbooks alone', async ({ owner }) => {
    await givenDashboard(owner)
    const before = await rowsLeft(owner.tenantId)
    const { params, reportId, dashboard } = await givenDashboard(owner)
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'organisation' }, 'edit')
    await givenGrant(server, owner, reportId, { grantee_kind: 'all_embed_users' }, 'view')

    expect(await owner.api.deleteWorkbook({ params })).toEqual({})

    expect(await rowsLeft(owner.tenantId)).toEqual(before)
    expect(await server.outcome(owner, 'getWorkbook', { params })).toEqual({ status: 404, code: 'workbook_not_found' })
    expect(await server.outcome(owner, 'getDashboard', { params: { dashboardPublicId: dashboard.publicId } })).toEqual({
      status: 404,
      code: 'dashboard_not_found',
    })
    const [entry] = await server.query<{ targets: { kind: string; id: string; did?: string }[] }>(
      "select targets from audit_entries where tenant_id = $1 and operation = 'deleteWorkbook' and outcome = 'done'",
      [owner.tenantId],
    )
    expect(entry?.targets).toEqual([
      { kind: 'workbook', id: String(params.workbookId), did: 'deleted' },
      { kind: 'report', id: String(reportId), did: 'deleted' },
      { kind: 'dashboard', id: String(dashboard.id), did: 'deleted' },
      { kind: 'deployment', id: String(owner.deploymentId) },
    ])
  })

  it('needs full access', async ({ owner, workbook: { params }, explorer: stranger }) => {
    const editor = await givenSharer(server, owner, params.workbookId, 'edit')
    const keeper = await givenSharer(server, owner, params.workbookId, 'full')

    expect(await server.outcome(stranger, 'deleteWorkbook', { params })).toEqual({ status: 404, code: 'workbook_not_found' })
    expect(await server.outcome(editor, 'deleteWorkbook', { params })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(keeper, 'deleteWorkbook', { params })).toMatchObject({ status: 200 })
  })

  it('is for creators over their own, and not over what another creator shares with them to be edited', async ({ owner, creator }) => {
    const colleague = await givenCreator(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const { params } = await givenWorkbook(creator)
    const organisation = { grantee_kind: 'organisation', embed_tenant_id: creator.embedTenantId } as const
    await givenGrant(server, owner, params.workbookId, organisation, 'edit')

    expect(await server.outcome(colleague, 'deleteWorkbook', { params })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(creator, 'deleteWorkbook', { params })).toMatchObject({ status: 200 })
  })
})
