import { describe, expect, it } from 'vitest'
import {
  type Actor,
  exportedFiles,
  givenCreator,
  givenDashboard,
  givenEmbedTenant,
  givenFolder,
  givenReport,
  givenShareWith,
  givenWorkbook,
  imported,
  packed,
  personIdOf,
  refusalOf,
  useServer,
  withChange,
} from '#test'

const server = useServer('shared')

const reasons = async (actor: Actor, files: Record<string, string>) => {
  const { items, counts } = await imported(actor, packed(files), { dryRun: true })
  return { counts, codes: items.flatMap(({ outcome, reason }) => (outcome === 'refused' ? [reason?.code] : [])), items }
}

const one = (files: Record<string, string>, end: string): string => Object.keys(files).find((path) => path.endsWith(end)) ?? ''

describe('importContent', () => {
  it('gives what it makes to the caller, whoever the file says, and shares nothing, unless an administrator imports', async () => {
    const owner = await server.admin()
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

  it('refuses public ids, keys, slugs and folders of what the caller may not see, saying no more than that they are taken', async () => {
    const owner = await server.admin()
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

  it('lets a viewer of an item repeat it and not change it, and an editor change it and not move it', async () => {
    const owner = await server.admin()
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

  it('does not reach content of creators, nor reports of another deployment through snapshots', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
    const theirs = await givenReport(creator, { name: 'Of a frame' })
    const { params } = await givenDashboard(owner)
    const files = await exportedFiles(owner)
    expect(Object.values(files).join('')).not.toContain('Of a frame')
    const path = one(files, 'dashboard.json')
    const { snapshots } = JSON.parse(files[path] ?? '') as { snapshots: object[] }
    const stolen = withChange(files, path, { snapshots: [...snapshots, { publicId: theirs.publicId, name: 'x' }] })

    expect((await reasons(owner, { 'reports/a.json': JSON.stringify({ publicId: theirs.publicId, name: 'Mine' }) })).codes).toEqual([
      'public_id_taken',
    ])
    expect((await reasons(owner, stolen)).codes).toEqual(['public_id_taken'])
    expect((await owner.api.getWorkbook({ params })).name).toBe('Untitled workbook')
  })

  it('takes no query into what is published that a report could not have', async () => {
    const owner = await server.admin()
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

  it('holds grants to embed tenants to those of the key, and to view', async () => {
    const owner = await server.admin()
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

  it('names the widget whose report is not there', async () => {
    const owner = await server.admin()
    await givenDashboard(owner)
    const files = await exportedFiles(owner)
    const widgets = [{ id: 'w', type: 'CHART', position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId: 'report:nowhere00000' } }]

    const { items } = await reasons(owner, withChange(files, one(files, 'workbook.json'), { draft: { widgets } }))

    expect(items[0]?.reason).toMatchObject({ code: 'widget_report_not_found', message: expect.stringContaining('"w"') as string })
  })
})
