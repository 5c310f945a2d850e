import { describe, expect } from 'vitest'
import {
  type Actor,
  exportedBytes,
  exportedFiles,
  givenDashboard,
  givenFolder,
  givenGrant,
  givenReport,
  givenReportOf,
  givenShareWith,
  givenWorkbook,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const emailOf = async ({ api }: Actor): Promise<string> => (await api.getCurrentUser({})).email ?? ''
const parsed = (text: string | undefined) => JSON.parse(text ?? 'null') as Record<string, unknown>

describe('exportContent', () => {
  it('streams an archive that tar unpacks, in the order of its names, the same bytes each time', async ({ owner }) => {
    const folder = await givenFolder(owner, { name: 'Finance' })
    await givenFolder(owner, { name: 'EMEA / “north”', parentId: folder.id })
    await givenReport(owner, { name: 'Loose', folderId: folder.id })
    await givenDashboard(owner, { folderId: folder.id })

    const answer = await server.request(owner, `/api/v1/deployments/${owner.deploymentId}/content/export`)
    const bytes = Buffer.from(await answer.arrayBuffer())

    expect(answer.headers.get('content-type')).toBe('application/x-tar')
    expect(bytes.equals(await exportedBytes(owner))).toBe(true)
    expect(bytes.length % 512).toBe(0)
    const paths = Object.keys(await exportedFiles(owner))
    expect(paths).toHaveLength(7)
    expect(paths[0]).toBe('content.json')
    const names = Array.from({ length: bytes.length / 512 }, (_, block) => bytes.subarray(block * 512, block * 512 + 512))
      .filter((block) => block.subarray(257, 262).toString() === 'ustar')
      .map((block) => block.toString('ascii', 0, block.indexOf(0)))
    expect(names).toEqual(names.toSorted())
    expect(names.toSorted()).toEqual(paths.toSorted())
  })

  it('writes no numeric ids, folders by path, charts by the public id of their report, and a line for each field', async ({ owner }) => {
    const folder = await givenFolder(owner, { name: 'Finance' })
    const { params, reportId, dashboard } = await givenDashboard(owner, { folderId: folder.id, allowEmbed: true, name: 'Revenue' })
    await owner.api.updateWorkbook({ params, body: { slug: 'revenue' } })
    const report = await owner.api.getReport({ params: { deploymentId: owner.deploymentId, reportId } })

    const files = await exportedFiles(owner)

    const reference = `report:${report.publicId}`
    const widget = { id: `chart-${reportId}`, type: 'CHART', config: { reportId: reference } }
    expect(parsed(files['workbooks/revenue/workbook.json'])).toMatchObject({
      slug: 'revenue',
      name: 'Revenue',
      folder: ['Finance'],
      owner: await emailOf(owner),
      grants: [],
      draft: { widgets: [widget] },
    })
    expect(parsed(files['workbooks/revenue/dashboard.json'])).toMatchObject({
      publicId: dashboard.publicId,
      allowEmbed: true,
      config: { widgets: [widget] },
      snapshots: [{ publicId: report.publicId, jsonQuery: '{"measures":["orders.revenue"]}' }],
    })
    const text = files[`workbooks/revenue/reports/${report.publicId}.json`] ?? ''
    expect(text).toContain('\n  "jsonQuery": "{\\"measures\\":[\\"orders.revenue\\"]}",\n')
    expect(text.endsWith('}\n')).toBe(true)
    const numbers = [owner.deploymentId, folder.id, params.workbookId, reportId, dashboard.id].map((id) => new RegExp(`[:\\[ ]${id}\\b`))
    for (const file of Object.values(files)) for (const number of numbers) expect(file).not.toMatch(number)
  })

  it('does not tell the number of a report that is gone, and names one that is still shown', async ({ owner }) => {
    const { params, reportId, dashboard } = await givenDashboard(owner)
    const other = await givenReportOf(owner, params)
    const widgets = [reportId, other].map((id) => ({
      id: `w${id}`,
      type: 'CHART' as const,
      position: { x: 0, y: 0, w: 1, h: 1 },
      config: { reportId: id },
    }))
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: { widgets } } })
    for (const id of [reportId, other]) await owner.api.deleteReport({ params: { ...params, reportId: id } })

    const files = await exportedFiles(owner)

    const draft = parsed(Object.entries(files).find(([path]) => path.endsWith('workbook.json'))?.[1])['draft']
    const [snapshot] = dashboard.reportSnapshots
    expect(draft).toMatchObject({ widgets: [{ config: { reportId: `report:${snapshot?.publicId}` } }, { config: { reportId: null } }] })
  })

  it('says to an administrator whom things are shared with, by name and in one order', async ({ owner, explorer: colleague }) => {
    const folder = await givenFolder(owner, { name: 'Shared' })
    const { id: group, name } = await owner.api.createGroup({ body: { name: 'Analysts' } })
    await givenShareWith(server, owner, folder, colleague, 'edit')
    await givenGrant(server, owner, folder.id, { grantee_kind: 'group', group_id: group }, 'full')
    await givenGrant(server, owner, folder.id, { grantee_kind: 'organisation' }, 'view')

    const file = Object.entries(await exportedFiles(owner)).find(([path]) => path.startsWith('folders/shared-'))?.[1]

    expect(parsed(file)['grants']).toEqual([
      { to: 'group', name, level: 'full' },
      { to: 'organization', level: 'view' },
      { to: 'user', name: await emailOf(colleague), level: 'edit' },
    ])
  })

  it('leaves out what is not shared any more when it comes to it, however slowly it is read', async ({ owner, explorer: colleague }) => {
    const { tenantId, deploymentId } = owner
    const folder = await givenFolder(owner, { name: 'Shared' })
    const total = 150
    for (let index = 0; index < total; index++) await givenReport(owner, { name: 'Secret', folderId: folder.id })
    // Several times what lies between a reader and the database.
    await server.query("update content_reports set sql_query = repeat('x', 260000) where tenant_id = $1", [tenantId])
    await givenShareWith(server, owner, folder, colleague)
    const chunks = colleague.api.exportContent({ params: { deploymentId } })[Symbol.asyncIterator]()
    const read = [await chunks.next()]

    await server.query('delete from content_grants where tenant_id = $1', [tenantId])
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) read.push(next)

    const bytes = Buffer.concat(read.map(({ value }) => (value as Uint8Array | undefined) ?? new Uint8Array()))
    expect(bytes.toString('latin1').split('"name": "Secret"').length - 1).toBeLessThan(total)
    expect(bytes.subarray(-1024).every((byte) => byte === 0)).toBe(true)
  })

  it('exports what other callers can view, without names of people', async ({ owner, viewer: colleague }) => {
    const outer = await givenFolder(owner, { name: 'Outer' })
    const { workbook, params } = await givenWorkbook(owner, { name: 'Seen', folderId: outer.id })
    await givenReportOf(owner, params)
    await givenReport(owner, { name: 'Hidden' })
    await givenShareWith(server, owner, workbook, colleague)

    const files = await exportedFiles(colleague)

    const text = Object.values(files).join('')
    expect(Object.keys(files).map((path) => path.split('/')[0])).toEqual(['content.json', 'workbooks', 'workbooks'])
    expect(text).toContain('"Outer"')
    expect(text).not.toContain('Hidden')
    expect(text).not.toContain(await emailOf(owner))
    expect(text).not.toContain('"grants"')
  })
})
