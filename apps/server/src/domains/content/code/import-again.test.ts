import { describe, expect, it } from 'vitest'
import { lazyTransaction } from '#db'
import { consoleWorkspace, lockTree } from '#domains/content/items'
import {
  exportedFiles,
  givenDashboard,
  givenDeployments,
  givenFolder,
  imported,
  packed,
  useServer,
  waitingBackends,
  withChange,
} from '#test'

const server = useServer('shared')

const one = (files: Record<string, string>, form: RegExp): string => Object.keys(files).find((path) => form.test(path)) ?? ''

describe('importContent', () => {
  it('changes a dashboard, and changes it again by the same export', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
    const files = await exportedFiles(owner)
    const titled = (title: string) => imported(owner, packed(withChange(files, one(files, /dashboard\.json$/), { title })))

    const [first, second] = [await titled('One'), await titled('Two')]

    for (const { counts } of [first, second]) expect(counts).toMatchObject({ update: 1, conflict: 0, create: 0 })
    expect((await owner.api.getWorkbook({ params })).publishedDashboard).toMatchObject({ title: 'Two', versionNumber: 3 })
  })

  it('changes where a folder stands among others, and the trail says what it did', async () => {
    const owner = await server.admin()
    const folder = await givenFolder(owner, { position: 3 })
    const files = await exportedFiles(owner)
    const path = one(files, /^folders/)

    await imported(owner, packed(withChange(files, path, { position: 9 })))

    expect(JSON.parse((await exportedFiles(owner))[path] ?? '')).toMatchObject({ position: 9 })
    const [entry] = (await owner.api.listAuditLogs({ query: { first: 1 } })).items
    expect(entry?.targets).toEqual([
      { kind: 'folder', id: String(folder.id), did: 'updated' },
      { kind: 'deployment', id: String(owner.deploymentId) },
    ])
  })

  it('leaves charts alone that are from before a rule, and refuses to save them anew', async () => {
    const owner = await server.admin()
    const { tenantId } = owner
    await givenDashboard(owner)
    const meta = JSON.stringify({ kind: 'vega', spec: { mark: 'bar', data: { url: 'https://evil.example/rows.json' } } })
    const { query } = server.database()
    await query('update content_reports set meta = $2 where tenant_id = $1', [tenantId, meta])
    await query(`update dashboard_versions set snapshots = jsonb_set(snapshots, '{0,meta}', $2) where tenant_id = $1`, [tenantId, meta])
    const files = await exportedFiles(owner)

    expect((await imported(owner, packed(files))).counts).toMatchObject({ update: 0, create: 0, refused: 0 })
    for (const form of [/reports\/.*\.json$/, /dashboard\.json$/]) {
      const changed = imported(owner, packed(withChange(files, one(files, form), { title: 'Other' })))
      await expect(changed).rejects.toMatchObject({ code: 'content_import_refused' })
    }
  })

  it('derives other public ids for each deployment', async () => {
    const owner = await server.admin()
    await givenDashboard(owner)
    const archive = packed(await exportedFiles(owner))

    for (const deploymentId of await givenDeployments(owner, 'Second', 'Third'))
      expect((await imported({ ...owner, deploymentId }, archive, { publicIds: 'derive' })).counts).toMatchObject({ create: 3, refused: 0 })
  })

  it('waits for whoever changes the tree, and plans what they leave; a dry run waits for nobody', async () => {
    const owner = await server.admin()
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
})
