import { describe, expect, it } from 'vitest'
import { givenCreator, givenDashboard, givenGrant, givenSharer, givenWorkbook, useServer } from '#test'

const server = useServer('shared')

const rowsLeft = async (tenantId: number): Promise<Record<string, string>> => {
  const tables = ['content_items', 'content_workbooks', 'content_reports', 'dashboards', 'dashboard_versions', 'content_grants']
  const counts = tables.map((table) => `(select count(*) from ${table} where tenant_id = $1) as ${table}`)
  const [row] = await server.database().query<Record<string, string>>(`select ${counts.join(', ')}`, [tenantId])
  return row ?? {}
}

describe('deleteWorkbook', () => {
  it('takes reports, draft, dashboard, versions and grants along, and leaves other workbooks alone', async () => {
    const owner = await server.admin()
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
    const [entry] = await server
      .database()
      .query<{ targets: { kind: string; id: string; did?: string }[] }>(
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

  it('needs full access', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const editor = await givenSharer(server, owner, params.workbookId, 'edit')
    const keeper = await givenSharer(server, owner, params.workbookId, 'full')
    const stranger = await server.colleague(owner, { role: 'Explorer' })

    expect(await server.outcome(stranger, 'deleteWorkbook', { params })).toEqual({ status: 404, code: 'workbook_not_found' })
    expect(await server.outcome(editor, 'deleteWorkbook', { params })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(keeper, 'deleteWorkbook', { params })).toMatchObject({ status: 200 })
  })

  it('is for creators over their own, and not over what another creator shares with them to be edited', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
    const colleague = await givenCreator(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const { params } = await givenWorkbook(creator)
    const organisation = { grantee_kind: 'organisation', embed_tenant_id: creator.embedTenantId } as const
    await givenGrant(server, owner, params.workbookId, organisation, 'edit')

    expect(await server.outcome(colleague, 'deleteWorkbook', { params })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(creator, 'deleteWorkbook', { params })).toMatchObject({ status: 200 })
  })
})
