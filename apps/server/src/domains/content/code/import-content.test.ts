import { describe, expect } from 'vitest'
import { lazyTransaction, sql } from '#db'
import { consoleWorkspace, inTurnsOfTree, lockImports, lockTree } from '#domains/content/items'
import {
  type Actor,
  exportedBytes,
  exportedFiles,
  givenDashboard,
  givenDeployments,
  givenFolder,
  givenGrant,
  givenReport,
  givenReportOf,
  givenShareWith,
  imported,
  packed,
  refusalOf,
  useServer,
  waitingBackends,
  withChange,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('given', ({ owner }) => givenContent(owner))

/** Folders, a report by itself, and a workbook with a published dashboard that shows two reports, shared with a few. */
const givenContent = async (owner: Actor) => {
  const outer = await givenFolder(owner, { name: 'Finance' })
  const inner = await givenFolder(owner, { name: 'EMEA / “north”', parentId: outer.id, position: 7 })
  const report = await givenReport(owner, {
    name: 'Loose',
    folderId: inner.id,
    sqlQuery: 'select 1\n-- ü',
    meta: { b: 1, a: [1, { z: null }] },
    source: 'EXCEL',
  })
  const { params, reportId } = await givenDashboard(owner, { folderId: inner.id, allowEmbed: true, name: 'Revenue' })
  const other = await givenReportOf(owner, params, { name: 'Second', title: 'Two', jsonQuery: '{"measures": ["a.b"]}' })
  await owner.api.updateWorkbook({ params, body: { slug: 'revenue', calculatedFields: { x: { sql: '1' } } } })
  const chart = (id: number) => ({
    id: `w${id % 7}-${id}`,
    type: 'CHART' as const,
    position: { x: 0, y: 0, w: 1, h: 1 },
    config: { reportId: id },
  })
  await owner.api.updateWorkbookDashboard({
    params,
    body: { dashboardDraft: { title: 'Draft', widgets: [chart(reportId), chart(other)] } },
  })
  await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, title: 'Shown' } })
  await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: { title: 'Next', widgets: [chart(other)] } } })
  const colleague = await server.colleague(owner, { role: 'Explorer' })
  await givenShareWith(server, owner, outer, colleague, 'edit')
  await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
  return { outer, inner, report, params, reportId, other, colleague }
}

const deleteAll = async (owner: Actor, { outer, inner, report, params }: Awaited<ReturnType<typeof givenContent>>) => {
  const { deploymentId } = owner
  await owner.api.deleteWorkbook({ params })
  await owner.api.deleteReport({ params: { deploymentId, reportId: report.id } })
  for (const folder of [inner, outer]) await owner.api.deleteFolder({ params: { deploymentId, folderId: folder.id } })
}

const idless = (value: unknown): unknown => {
  const ids = /^(id|versionId|reportId|workbookId|deploymentId|versionNumber|createdBy)$/
  return JSON.parse(JSON.stringify(value, (key, one: unknown) => (ids.test(key) ? undefined : one)))
}

const updates = async ({ api, deploymentId }: Actor) => {
  const { items } = await api.workspaceObjects({ params: { deploymentId }, query: { search: 'e' } })
  return items.map(({ id, updatedAt }) => [id, updatedAt])
}

describe('importContent', () => {
  it('restores what was exported and deleted, byte for byte, and the published dashboard as it was shown', async ({ owner, given }) => {
    const before = await exportedBytes(owner)
    const [workbook] = (await owner.api.getWorkbooks({ params: { deploymentId: owner.deploymentId }, query: { folderId: given.inner.id } }))
      .items
    const publicId = workbook?.publishedDashboard?.publicId ?? ''
    const shown = await owner.api.getDashboard({ params: { dashboardPublicId: publicId } })
    await deleteAll(owner, given)
    expect(Object.keys(await exportedFiles(owner))).toEqual(['content.json'])

    const plan = await imported(owner, before, { dryRun: true })
    const done = await imported(owner, before)

    const counts = { create: 7, update: 0, unchanged: 0, conflict: 0, refused: 0 }
    expect([plan.counts, done.counts]).toEqual([counts, counts])
    expect(plan.items.every(({ notes }) => notes === undefined)).toBe(true)
    expect((await exportedBytes(owner)).equals(before)).toBe(true)
    expect(idless(await owner.api.getDashboard({ params: { dashboardPublicId: publicId } }))).toEqual(idless(shown))
    const [entry] = (await owner.api.listAuditLogs({ query: { first: 1 } })).items
    expect(entry).toMatchObject({ operation: 'importContent', outcome: 'done' })
    expect(entry?.targets.map(({ kind, did }) => [kind, did])).toContainEqual(['dashboard', 'published'])
  })

  it('changes nothing when it is applied again, as exported or as tar packs it', async ({ owner }) => {
    await givenContent(owner)
    const bytes = await exportedBytes(owner)
    const before = await updates(owner)

    const first = await imported(owner, bytes)
    const second = await imported(owner, packed(await exportedFiles(owner)))

    for (const { counts } of [first, second]) expect(counts).toEqual({ create: 0, update: 0, unchanged: 7, conflict: 0, refused: 0 })
    expect(await updates(owner)).toEqual(before)
    expect((await exportedBytes(owner)).equals(bytes)).toBe(true)
    const [entry] = (await owner.api.listAuditLogs({ query: { first: 1 } })).items
    expect(entry?.targets).toEqual([{ kind: 'deployment', id: String(owner.deploymentId), did: 'unchanged' }])
  })

  it('applies what was changed in the files, and what is changed in them again', async ({ owner, given: { report } }) => {
    const path = `reports/${report.publicId}.json`
    const files = await exportedFiles(owner)

    const first = await imported(owner, packed(withChange(files, path, { title: 'One' })))
    const again = await imported(owner, packed(withChange(files, path, { title: 'One' })))
    const second = await imported(owner, packed(withChange(files, path, { title: 'Two', folder: ['Finance', 'New', 'Deep'] })))

    expect([first, again, second].map(({ counts }) => [counts.update, counts.unchanged])).toEqual([
      [1, 6],
      [0, 7],
      [1, 6],
    ])
    const now = await owner.api.getReport({ params: { deploymentId: owner.deploymentId, reportId: report.id } })
    expect([now.title, now.folderPath?.map(({ name }) => name)]).toEqual(['Two', ['Finance', 'New', 'Deep']])
  })

  it('reports later changes as conflicts and overwrites them only on request', async ({ owner, given: { report, params } }) => {
    const bytes = await exportedBytes(owner)
    const path = `reports/${report.publicId}.json`
    const reportParams = { deploymentId: owner.deploymentId, reportId: report.id }
    await owner.api.updateReport({ params: reportParams, body: { title: 'By hand' } })
    await owner.api.setUserPolicy({
      body: { resourceType: 'Workbook', resourceId: params.workbookId, userId: null, action: 'WorkbookRead' },
    })

    const plan = await imported(owner, bytes, { dryRun: true })
    const refused = await refusalOf(imported(owner, bytes))

    expect(plan.counts).toEqual({ create: 0, update: 0, unchanged: 5, conflict: 2, refused: 0 })
    expect(plan.items.slice(0, 2).map(({ type, outcome }) => [type, outcome])).toEqual([
      ['WORKBOOK', 'conflict'],
      ['REPORT', 'conflict'],
    ])
    expect(refused).toMatchObject({ status: 409, code: 'content_import_conflict' })
    expect(refused.errors).toContainEqual({ pointer: `/${path}`, message: 'was changed since it was exported.' })
    expect((await owner.api.getReport({ params: reportParams })).title).toBe('By hand')
    expect((await imported(owner, bytes, { onConflict: 'overwrite' })).counts).toMatchObject({ update: 2, conflict: 0 })
    expect((await exportedBytes(owner)).equals(bytes)).toBe(true)
  })

  it('makes the same in another tenant, and in another deployment with public ids of its own', async ({ owner }) => {
    await givenContent(owner)
    const bytes = await exportedBytes(owner)
    const stranger = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')
    const there = { ...owner, deploymentId: second }

    const abroad = await imported(stranger, bytes)
    const taken = await imported(there, bytes, { dryRun: true })
    const derived = await imported(there, bytes, { publicIds: 'derive' })
    const again = await imported(there, bytes, { publicIds: 'derive' })

    expect(abroad.counts).toMatchObject({ create: 7 })
    expect(abroad.items.some(({ notes }) => notes?.some((note) => note.includes('was not found here')))).toBe(true)
    expect(await imported(stranger, bytes).then(({ counts }) => counts)).toMatchObject({ unchanged: 7 })
    expect(taken.counts).toMatchObject({ refused: 4, create: 3 })
    expect(taken.items[0]?.reason?.code).toBe('public_id_taken')
    expect([derived.counts.create, again.counts.unchanged]).toEqual([7, 7])
    const publicIds = (files: Record<string, string>) =>
      Object.values(files)
        .join('')
        .match(/"publicId": "\w+"/g)?.length
    expect(publicIds(await exportedFiles(there))).toBe(publicIds(await exportedFiles(owner)))
  })

  it('tells the draft of a report that is made anew', async ({ owner, given: { params, other } }) => {
    const bytes = await exportedBytes(owner)
    await owner.api.deleteReport({ params: { ...params, reportId: other } })

    const { counts } = await imported(owner, bytes)

    expect(counts).toMatchObject({ create: 1, update: 1 })
    const { dashboardDraft } = await owner.api.getWorkbook({ params })
    const { items } = await owner.api.getReports({ params: { deploymentId: owner.deploymentId }, query: { workbookId: params.workbookId } })
    expect(items.map(({ id }) => id)).toContain(dashboardDraft?.widgets?.[0]?.config?.['reportId'])
    expect((await imported(owner, bytes)).counts).toMatchObject({ unchanged: 7 })
  })
})

const pathOf = (files: Record<string, string>, form: RegExp): string => Object.keys(files).find((path) => form.test(path)) ?? ''

describe('importContent applied again', () => {
  it('changes a dashboard, and changes it again by the same export', async ({ owner, dashboard: { params } }) => {
    const files = await exportedFiles(owner)
    const titled = (title: string) => imported(owner, packed(withChange(files, pathOf(files, /dashboard\.json$/), { title })))

    const [first, second] = [await titled('One'), await titled('Two')]

    for (const { counts } of [first, second]) expect(counts).toMatchObject({ update: 1, conflict: 0, create: 0 })
    expect((await owner.api.getWorkbook({ params })).publishedDashboard).toMatchObject({ title: 'Two', versionNumber: 3 })
  })

  it('changes where a folder stands among others, and the trail says what it did', async ({ owner }) => {
    const folder = await givenFolder(owner, { position: 3 })
    const files = await exportedFiles(owner)
    const path = pathOf(files, /^folders/)

    await imported(owner, packed(withChange(files, path, { position: 9 })))

    expect(JSON.parse((await exportedFiles(owner))[path] ?? '')).toMatchObject({ position: 9 })
    const [entry] = (await owner.api.listAuditLogs({ query: { first: 1 } })).items
    expect(entry?.targets).toEqual([
      { kind: 'folder', id: String(folder.id), did: 'updated' },
      { kind: 'deployment', id: String(owner.deploymentId) },
    ])
  })

  it('leaves charts alone that are from before a rule, and refuses to save them anew', async ({ owner }) => {
    const { tenantId } = owner
    await givenDashboard(owner)
    const meta = JSON.stringify({ kind: 'vega', spec: { mark: 'bar', data: { url: 'https://evil.example/rows.json' } } })
    const { query } = server.database()
    await query('update content_reports set meta = $2 where tenant_id = $1', [tenantId, meta])
    await query(`update dashboard_versions set snapshots = jsonb_set(snapshots, '{0,meta}', $2) where tenant_id = $1`, [tenantId, meta])
    const files = await exportedFiles(owner)

    expect((await imported(owner, packed(files))).counts).toMatchObject({ update: 0, create: 0, refused: 0 })
    for (const form of [/reports\/.*\.json$/, /dashboard\.json$/]) {
      const changed = imported(owner, packed(withChange(files, pathOf(files, form), { title: 'Other' })))
      await expect(changed).rejects.toMatchObject({ code: 'content_import_refused' })
    }
  })

  it('derives other public ids for each deployment', async ({ owner }) => {
    await givenDashboard(owner)
    const archive = packed(await exportedFiles(owner))

    for (const deploymentId of await givenDeployments(owner, 'Second', 'Third'))
      expect((await imported({ ...owner, deploymentId }, archive, { publicIds: 'derive' })).counts).toMatchObject({ create: 3, refused: 0 })
  })

  it('waits for a concurrent change of the tree; a dry run does not wait', async ({ owner }) => {
    const { tenantId, deploymentId } = owner
    const archive = packed({ 'folders/a.json': JSON.stringify({ path: ['A'], position: 0 }) })
    const other = lazyTransaction(server.services().pool, tenantId, 'read write')
    await lockTree(other.db, { tenantId, deploymentId, embedTenantId: consoleWorkspace })

    expect((await imported(owner, archive, { dryRun: true })).counts).toMatchObject({ create: 1 })
    const done = imported(owner, archive)
    await expect.poll(() => waitingBackends(server.database()), { timeout: 30_000 }).toHaveLength(1)
    await other.commit()

    expect((await done).counts).toMatchObject({ create: 1 })
  })

  it('applies nothing when somebody changes an item of the archive after it was planned', async ({ owner, given: { report, inner } }) => {
    const { tenantId, deploymentId } = owner
    const files = await exportedFiles(owner)
    const archive = packed({
      ...withChange(files, `reports/${report.publicId}.json`, { title: 'Of the archive' }),
      'folders/a.json': JSON.stringify({ path: ['A'], position: 0 }),
    })
    const other = lazyTransaction(server.services().pool, tenantId, 'read write')
    await lockTree(other.db, { tenantId, deploymentId, embedTenantId: consoleWorkspace })
    const refused = refusalOf(imported(owner, archive))
    await expect.poll(() => waitingBackends(server.database()), { timeout: 30_000 }).toHaveLength(1)

    await other.db
      .updateTable('content_items')
      .set({ name: 'By hand', updated_at: new Date() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', report.id)
      .execute()
    await other.commit()

    expect(await refused).toMatchObject({ status: 409, code: 'content_import_overtaken' })
    expect((await owner.api.getReport({ params: { deploymentId, reportId: report.id } })).name).toBe('By hand')
    const { items } = await owner.api.getFolders({ params: { deploymentId } })
    expect(items.map(({ name }) => name)).not.toContain('A')
    expect(inner.name).toContain('EMEA')
  })

  it('gives way to saves between two turns, and says that somebody imports when a turn or another import lasts', async ({ owner }) => {
    const { tenantId, deploymentId } = owner
    const place = { tenantId, deploymentId, embedTenantId: consoleWorkspace }
    const importing = lazyTransaction(server.services().pool, tenantId, 'read write')
    const save = (name: string) => server.outcome(owner, 'createFolder', { params: { deploymentId }, body: { name } })
    const importMore = async () =>
      (await refusalOf(imported(owner, packed({ 'folders/a.json': JSON.stringify({ path: ['A'], position: 0 }) })))).code

    await lockImports(importing.db, place)
    await inTurnsOfTree(importing.db, place, async (yieldTurn) => {
      let saved: string | number | undefined
      void save('Between').then(({ status }) => (saved = status))
      const afterTurn = async () => {
        await yieldTurn()
        return saved
      }
      await expect.poll(afterTurn, { timeout: 30_000 }).toBe(200)

      expect([(await save('Within')).code, await importMore()]).toEqual(['content_import_running', 'content_import_running'])
    })
    await importing.rollback()

    const { items } = await owner.api.getFolders({ params: { deploymentId } })
    expect(items.map(({ name }) => name)).toEqual(['Between'])
    expect((await save('After')).status).toBe(200)
  })

  it('gives the lock back when a statement of a turn fails', async ({ owner }) => {
    const { tenantId, deploymentId } = owner
    const place = { tenantId, deploymentId, embedTenantId: consoleWorkspace }
    const importing = lazyTransaction(server.services().pool, tenantId, 'read write')
    const failing = inTurnsOfTree(importing.db, place, () => sql`select 1 / 0`.execute(importing.db))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    const other = lazyTransaction(server.services().pool, tenantId, 'read write')

    await lockTree(other.db, place)

    await Promise.all([other.rollback(), importing.rollback()])
  })
})
