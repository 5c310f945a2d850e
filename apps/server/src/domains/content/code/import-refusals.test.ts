import { describe, expect, it } from 'vitest'
import {
  type Actor,
  exportedFiles,
  givenDashboard,
  givenFolder,
  givenReport,
  givenRole,
  givenShareWith,
  givenWorkbook,
  imported,
  packed,
  refusalOf,
  useServer,
  withChange,
} from '#test'

const server = useServer('shared')

/** Why files are refused, each in the order in which the plan lists them. */
const refusals = async (actor: Actor, files: Record<string, string>) =>
  (await imported(actor, packed(files), { dryRun: true })).items.flatMap(({ outcome, reason }) =>
    outcome === 'refused' ? [reason?.code] : [],
  )

const one = (files: Record<string, string>, end: string): string => Object.keys(files).find((path) => path.endsWith(end)) ?? ''
const reportFile = (file: object) => ({ 'reports/x.json': JSON.stringify({ publicId: 'newReport001', name: 'New', ...file }) })

describe('importContent', () => {
  it('asks of a report and of its place what changing it by hand asks', async () => {
    const owner = await server.admin()
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

  it('takes no archive that says two things of one', async () => {
    const owner = await server.admin()
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

  it('takes nothing into a workbook or its dashboard that could not be there', async () => {
    const owner = await server.admin()
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

  it('shares a dashboard alone with people and groups of the console, to view', async () => {
    const owner = await server.admin()
    await givenDashboard(owner)
    const files = await exportedFiles(owner)
    const shared = (to: string, level: string) =>
      refusals(owner, withChange(files, one(files, 'dashboard.json'), { grants: [{ to, level }] }))

    expect(await shared('organization', 'view')).toEqual([])
    expect(await shared('organization', 'edit')).toEqual(['system_group_view_only'])
    expect(await shared('all_embed_users', 'view')).toEqual(['resource_type_unsupported'])
  })
})
