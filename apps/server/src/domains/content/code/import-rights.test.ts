import { describe, expect } from 'vitest'
import {
  type Actor,
  exportedFiles,
  givenDashboard,
  givenDeployments,
  givenEmbedGroup,
  givenEmbedTenant,
  givenFolder,
  givenGrant,
  givenReport,
  givenRole,
  givenShareWith,
  givenWorkbook,
  imported,
  packed,
  personIdOf,
  refusalOf,
  useServer,
  withChange,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const reasons = async (actor: Actor, files: Record<string, string>) => {
  const { items, counts } = await imported(actor, packed(files), { dryRun: true })
  return { counts, codes: items.flatMap(({ outcome, reason }) => (outcome === 'refused' ? [reason?.code] : [])), items }
}

const one = (files: Record<string, string>, end: string): string => Object.keys(files).find((path) => path.endsWith(end)) ?? ''

describe('importContent', () => {
  it('gives what it makes to the caller, whoever the file says, and shares nothing, unless an administrator imports', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Explorer' })
    const other = await server.colleague(owner, { role: 'Explorer' })
    const [email, wanted] = await Promise.all([colleague, other].map(async ({ api }) => (await api.getCurrentUser({})).email ?? ''))
    const file = {
      publicId: 'ofNobody0001',
      name: 'Given',
      folder: [],
      owner: wanted,
      grants: [
        { to: 'user', name: email, level: 'full' },
        { to: 'organization', level: 'view' },
      ],
    }
    const archive = packed({ 'reports/x.json': JSON.stringify(file) })

    const byColleague = await imported(colleague, archive)
    const [mine] = (await colleague.api.getReports({ params: colleague, query: { search: 'Given' } })).items
    const before = await owner.api.listResourcePolicies({ query: { resourceType: 'Report', resourceId: mine?.id ?? 0 } })
    const byAdmin = await imported(owner, archive, { onConflict: 'overwrite' })
    const after = await owner.api.listResourcePolicies({ query: { resourceType: 'Report', resourceId: mine?.id ?? 0 } })

    expect(byColleague.items[0]?.notes).toEqual([expect.stringContaining('an administrator of the tenant imports these')])
    expect(mine?.userId).toBe(await personIdOf(colleague))
    expect(before.items).toEqual([])
    expect(byAdmin.counts).toMatchObject({ update: 1 })
    expect(after.items.map(({ userId, action }) => [userId ?? 0, action]).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [0, 'ReportRead'],
      [await personIdOf(colleague), 'ReportManage'],
    ])
    const now = await owner.api.getReport({ params: { deploymentId: owner.deploymentId, reportId: mine?.id ?? 0 } })
    expect(now.userId).toBe(await personIdOf(other))
  })

  it('returns only "taken" for public ids, keys, slugs and folders of hidden items', async ({ owner }) => {
    const { params } = await givenDashboard(owner, { name: 'Secret' })
    await owner.api.updateWorkbook({ params, body: { slug: 'secret' } })
    const folder = await givenFolder(owner, { name: 'Private' })
    await givenReport(owner, { name: 'Hidden', folderId: folder.id })
    const files = await exportedFiles(owner)
    const colleague = await server.colleague(owner, { role: 'Explorer' })
    const { deploymentId } = owner

    const { codes, counts } = await reasons(colleague, files)
    const refused = await refusalOf(imported(colleague, packed(files), { onConflict: 'overwrite' }))

    expect(counts).toMatchObject({ create: 0, update: 0, unchanged: 0, conflict: 0 })
    expect(codes.map(String).toSorted()).toEqual(['folder_name_taken', 'public_id_taken', 'public_id_taken', 'slug_taken', 'slug_taken'])
    expect(refused).toMatchObject({ status: 409, code: 'content_import_refused' })
    expect((await owner.api.getWorkbook({ params: { deploymentId, workbookId: params.workbookId } })).name).toBe('Secret')
  })

  it('lets a viewer of an item repeat it and not change it, and an editor change it and not move it', async ({ owner }) => {
    const { workbook } = await givenWorkbook(owner, { name: 'Plan' })
    const elsewhere = await givenFolder(owner, { name: 'Elsewhere' })
    const [viewer, editor] = [await server.colleague(owner, { role: 'Explorer' }), await server.colleague(owner, { role: 'Explorer' })]
    await givenShareWith(server, owner, workbook, viewer, 'view')
    await givenShareWith(server, owner, workbook, editor, 'edit')
    await givenShareWith(server, owner, elsewhere, editor, 'edit')
    const files = await exportedFiles(viewer)
    const path = one(files, 'workbook.json')
    const renamed = withChange(files, path, { name: 'Plan B' })
    const moved = withChange(files, path, { folder: ['Elsewhere'] })

    expect((await reasons(viewer, files)).counts).toMatchObject({ unchanged: 1, refused: 0 })
    expect((await reasons(viewer, renamed)).codes).toEqual(['item_access_denied'])
    expect((await reasons(editor, moved)).codes).toEqual(['item_access_denied'])
    expect((await imported(editor, packed(renamed))).counts).toMatchObject({ update: 1 })
    expect(await refusalOf(imported(await server.colleague(owner, { role: 'Viewer' }), packed(files)))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  it('does not reach content of creators, nor reports of another deployment through snapshots', async ({ owner, creator }) => {
    const theirs = await givenReport(creator, { name: 'Of a frame' })
    const [elsewhere = 0] = await givenDeployments(owner, 'Second')
    const far = await givenReport({ ...owner, deploymentId: elsewhere })
    const { params } = await givenDashboard(owner)
    const files = await exportedFiles(owner)
    expect(Object.values(files).join('')).not.toContain('Of a frame')
    const path = one(files, 'dashboard.json')
    const { snapshots } = JSON.parse(files[path] ?? '') as { snapshots: object[] }
    const stolen = withChange(files, path, { snapshots: [...snapshots, { publicId: far.publicId, name: 'x' }] })
    const sameId = { 'reports/a.json': JSON.stringify({ publicId: theirs.publicId, name: 'Mine' }) }

    expect((await reasons(owner, stolen)).codes).toEqual(['public_id_taken'])
    expect((await imported(owner, packed(sameId))).counts).toMatchObject({ create: 1, update: 0 })
    const { deploymentId } = owner
    expect((await creator.api.getReport({ params: { deploymentId, reportId: theirs.id } })).name).toBe('Of a frame')
    expect((await owner.api.getWorkbook({ params })).name).toBe('Untitled workbook')
  })

  it('restores a deleted report when a creator has taken its public id', async ({ owner, creator }) => {
    const { deploymentId } = owner
    const { id, publicId } = await givenReport(owner, { name: 'Of the console' })
    const files = await exportedFiles(owner)
    await owner.api.deleteReport({ params: { deploymentId, reportId: id } })
    const theirs = await creator.api.upsertReportByPublicId({ params: { deploymentId, publicId }, body: { name: 'Of a creator' } })

    const { counts } = await imported(owner, packed(files))

    expect(counts).toMatchObject({ create: 1, refused: 0 })
    const { items } = await owner.api.getReports({ params: { deploymentId } })
    expect(items).toMatchObject([{ publicId, name: 'Of the console' }])
    expect((await creator.api.getReport({ params: { deploymentId, reportId: theirs.id } })).name).toBe('Of a creator')
  })

  it('takes no query into what is published that a report could not have', async ({ owner }) => {
    await givenDashboard(owner)
    const files = await exportedFiles(owner)
    const path = one(files, 'dashboard.json')
    const { snapshots } = JSON.parse(files[path] ?? '') as { snapshots: object[] }
    const withQuery = (jsonQuery: string) =>
      reasons(owner, withChange(files, path, { snapshots: snapshots.map((snapshot) => ({ ...snapshot, jsonQuery })) }))

    expect((await withQuery('no query')).codes).toEqual(['json_query_invalid'])
    expect((await withQuery('['.repeat(50_000) + ']'.repeat(50_000))).codes).toEqual(['json_query_invalid'])
    expect((await withQuery('{}')).codes).toEqual([])
  })

  it('holds grants to embed tenants to those of the key, and to view', async ({ owner }) => {
    const [mine, other] = [await givenEmbedTenant(server, owner), await givenEmbedTenant(server, owner)]
    const scope = { embedTenants: [mine.embedTenantName], tenantWide: true }
    const keyed = await server.colleague(owner, { role: 'Admin', scope })
    const fileWith = (...grants: object[]) => ({ 'folders/a.json': JSON.stringify({ path: ['Shown'], position: 0, grants }) })
    const to = (name: string, level = 'view') => ({ to: 'embed_tenant', name, level })

    expect((await reasons(keyed, fileWith(to(other.embedTenantName)))).codes).toEqual(['outside_key_scope'])
    expect((await reasons(keyed, fileWith({ to: 'all_embed_users', level: 'view' }))).codes).toEqual(['outside_key_scope'])
    expect((await reasons(owner, fileWith(to(mine.embedTenantName, 'edit')))).codes).toEqual(['system_group_view_only'])
    expect((await imported(keyed, packed(fileWith(to(mine.embedTenantName))))).counts).toMatchObject({ create: 1 })
    const { items } = await reasons(owner, fileWith(to('nobody-of-that-name')))
    expect(items[0]?.notes?.[0]).toContain('was not found here')
  })

  it('names the widget whose report is not there', async ({ owner }) => {
    await givenDashboard(owner)
    const files = await exportedFiles(owner)
    const widgets = [{ id: 'w', type: 'CHART', position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId: 'report:nowhere00000' } }]

    const { items } = await reasons(owner, withChange(files, one(files, 'workbook.json'), { draft: { widgets } }))

    expect(items[0]?.reason).toMatchObject({ code: 'widget_report_not_found', message: expect.stringContaining('"w"') as string })
  })
})

/** Why files are refused, each in the order in which the plan lists them. */
const refusals = async (actor: Actor, files: Record<string, string>) =>
  (await imported(actor, packed(files), { dryRun: true })).items.flatMap(({ outcome, reason }) =>
    outcome === 'refused' ? [reason?.code] : [],
  )

const reportFile = (file: object) => ({ 'reports/x.json': JSON.stringify({ publicId: 'newReport001', name: 'New', ...file }) })

describe('invalid imports', () => {
  it('asks of a report and of its place what changing it by hand asks', async ({ owner }) => {
    const [shown, elsewhere] = [await givenFolder(owner, { name: 'Shown' }), await givenFolder(owner, { name: 'Elsewhere' })]
    const report = await givenReport(owner, { name: 'Loose', folderId: shown.id })
    const path = `reports/${report.publicId}.json`
    const files = { [path]: (await exportedFiles(owner))[path] ?? '' }
    const viewer = await server.colleague(owner, { role: 'Explorer' })
    await givenShareWith(server, owner, shown, viewer, 'view')
    const editor = await givenRole(server, owner, [
      'DeploymentRead',
      'FolderRead',
      'FolderEdit',
      'WorkbookEdit',
      'ReportRead',
      'ReportEdit',
    ])
    for (const item of [report, elsewhere]) await givenShareWith(server, owner, item, editor, 'full')

    expect(await refusals(viewer, withChange(files, path, { title: 'Mine' }))).toEqual(['item_access_denied'])
    expect(await refusals(viewer, reportFile({ folder: ['Shown'] }))).toEqual(['item_access_denied'])
    expect(await refusals(viewer, reportFile({ folder: ['Shown', 'Below'] }))).toEqual(['item_access_denied'])
    expect(await refusals(editor, withChange(files, path, { title: 'Edited' }))).toEqual([])
    expect(await refusals(editor, withChange(files, path, { folder: ['Elsewhere'] }))).toEqual(['forbidden'])
  })

  it('takes no archive that says two things of one', async ({ owner }) => {
    const { params } = await givenWorkbook(owner, { name: 'Plan' })
    await owner.api.updateWorkbook({ params, body: { slug: 'plan' } })
    const { key, name, folder } = JSON.parse((await exportedFiles(owner))['workbooks/plan/workbook.json'] ?? '') as Record<string, unknown>
    const workbook = (file: object) => JSON.stringify({ key, name, folder, ...file })

    const reports = { ...reportFile({}), 'reports/y.json': JSON.stringify({ publicId: 'newReport001', name: 'Another' }) }
    const keys = { 'workbooks/a/workbook.json': workbook({}), 'workbooks/b/workbook.json': workbook({ name: 'B' }) }
    for (const files of [reports, keys]) {
      const refused = await refusalOf(imported(owner, packed(files), { dryRun: true }))
      expect(refused).toMatchObject({ status: 400, code: 'content_archive_invalid' })
      expect(refused.message).toContain('which another file has too')
    }
    // One by its key and one by its slug: the same workbook.
    const slugs = { ...keys, 'workbooks/b/workbook.json': workbook({ key: 'otherKey0001', slug: 'plan' }) }
    expect(await refusals(owner, slugs)).toEqual(['slug_taken'])
  })

  it('takes nothing into a workbook or its dashboard that could not be there', async ({ owner }) => {
    await givenDashboard(owner)
    const files = await exportedFiles(owner)
    const [workbook, dashboard] = [one(files, 'workbook.json'), one(files, 'dashboard.json')]
    const { snapshots } = JSON.parse(files[dashboard] ?? '') as { snapshots: object[] }
    const cases: [string, string, object][] = [
      ['document_too_large', workbook, { meta: { notes: 'x'.repeat(1_048_576) } }],
      ['document_too_large', workbook, { calculatedFields: { x: { sql: 'x'.repeat(262_144) } } }],
      ['slug_invalid', workbook, { slug: 'Plan' }],
      ['public_id_fixed', dashboard, { publicId: 'otherBoard01' }],
      ['dashboard_invalid', dashboard, { snapshots: [...snapshots, ...snapshots] }],
    ]

    for (const [code, path, change] of cases) expect(await refusals(owner, withChange(files, path, { ...change }))).toEqual([code])
  })

  it('shares a dashboard alone with people and groups of the console, to view', async ({ owner }) => {
    await givenDashboard(owner)
    const files = await exportedFiles(owner)
    const shared = (to: string, level: string) =>
      refusals(owner, withChange(files, one(files, 'dashboard.json'), { grants: [{ to, level }] }))

    expect(await shared('organization', 'view')).toEqual([])
    expect(await shared('organization', 'edit')).toEqual(['system_group_view_only'])
    expect(await shared('all_embed_users', 'view')).toEqual(['resource_type_unsupported'])
  })
})

const folderFile = (file: object) => packed({ 'folders/a.json': JSON.stringify({ path: ['Shown'], position: 0, ...file }) })

const fileOf = async (actor: Actor) =>
  JSON.parse(Object.entries(await exportedFiles(actor)).find(([path]) => path.startsWith('folders/'))?.[1] ?? '') as Record<string, unknown>

describe('grants of imported items', () => {
  it('grants nothing to groups of embed tenants, nor to an embed tenant that is gone', async ({ owner }) => {
    const [acme, gone] = [await givenEmbedTenant(server, owner), await givenEmbedTenant(server, owner)]
    await givenEmbedGroup(server, owner, { name: 'analysts', namespace: 'groups' }, acme)
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: gone.embedTenantName } })
    const grants = [
      { to: 'group', name: 'analysts', level: 'view' },
      { to: 'embed_tenant', name: gone.embedTenantName, level: 'view' },
    ]

    const { items } = await imported(owner, folderFile({ grants }))

    expect(items[0]?.notes).toEqual(grants.map(({ to, name }) => expect.stringContaining(`${to} "${name}" was not found here`) as string))
    expect((await fileOf(owner))['grants']).toEqual([])
  })

  it('gives nothing to somebody who was deactivated', async ({ owner, explorer: leaver }) => {
    const { email } = await leaver.api.getCurrentUser({})
    await owner.api.updateUser({ params: { userId: await personIdOf(leaver) }, body: { isDeactivated: true } })

    const { items } = await imported(owner, folderFile({ owner: email }))

    expect(items[0]?.notes).toEqual([expect.stringContaining('or is deactivated: it is yours')])
    expect((await fileOf(owner))['owner']).toBe((await owner.api.getCurrentUser({})).email)
  })
})

it('exportContent returns a scoped key only the grants of its embed tenants', async ({ owner, folder }) => {
  const [mine, other] = [await givenEmbedTenant(server, owner), await givenEmbedTenant(server, owner)]
  for (const { embedTenantId } of [mine, other])
    await givenGrant(server, owner, folder.id, { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId }, 'view')
  const keyed = await server.colleague(owner, { role: 'Admin', scope: { embedTenants: [mine.embedTenantName], tenantWide: true } })

  expect((await fileOf(owner))['grants']).toHaveLength(2)
  expect((await fileOf(keyed))['grants']).toEqual([{ to: 'embed_tenant', name: mine.embedTenantName, level: 'view' }])
})
