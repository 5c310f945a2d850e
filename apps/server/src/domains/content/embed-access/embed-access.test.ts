import { describe, expect } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenDashboard,
  givenEmbedTenant,
  givenFolder,
  givenGrant,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

describe('getEmbedAccess', () => {
  it('shows what the workbook itself is shared with, by name, and not what its folders are', async ({ owner }) => {
    const folderId = (await givenFolder(owner)).id
    const { params } = await givenDashboard(owner, { folderId, allowEmbed: true })
    const [b, a] = [await givenEmbedTenant(server, owner, 'b-corp'), await givenEmbedTenant(server, owner, 'a-corp')]
    const get = () => owner.api.getEmbedAccess({ params })
    const none = { allowEmbed: true, allEmbedUsers: { enabled: false, action: 'none', groupId: owner.tenantId }, tenants: [] }
    await givenGrant(server, owner, folderId, { grantee_kind: 'all_embed_users' }, 'view')
    expect(await get()).toEqual(none)

    for (const { embedTenantId } of [b, a])
      await givenGrant(server, owner, params.workbookId, { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId }, 'view')
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')

    expect(await get()).toEqual({
      ...none,
      allEmbedUsers: { ...none.allEmbedUsers, enabled: true, action: 'read' },
      tenants: [
        { embedTenantName: 'a-corp', groupId: a.embedTenantId, action: 'read' },
        { embedTenantName: 'b-corp', groupId: b.embedTenantId, action: 'read' },
      ],
    })
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: 'a-corp' } })
    expect((await get()).tenants.map(({ embedTenantName }) => embedTenantName)).toEqual(['b-corp'])
  })

  it('names to a key that names embed tenants no others', async ({ owner, dashboard: { params } }) => {
    for (const name of ['own-tenant', 'other-tenant']) {
      const { embedTenantId } = await givenEmbedTenant(server, owner, name)
      await givenGrant(server, owner, params.workbookId, { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId }, 'view')
    }
    const scope = { tenantWide: true, embedTenants: ['own-tenant'] }
    const narrow = await server.colleague(owner, { role: 'Admin', scope })

    const { tenants } = await narrow.api.getEmbedAccess({ params })
    expect(tenants.map(({ embedTenantName }) => embedTenantName)).toEqual(['own-tenant'])
  })

  it('says that embedding is not allowed while nothing is published', async ({ owner, workbook: { params } }) => {
    expect(await owner.api.getEmbedAccess({ params })).toMatchObject({ allowEmbed: false })
  })

  it('needs view, and knows nothing of what creators make', async ({ owner, workbook: { params }, explorer: stranger, creator }) => {
    const viewer = await givenSharer(server, owner, params.workbookId, 'view', 'Viewer')
    const { params: own } = await givenWorkbook(creator)
    const notFound = { status: 404, code: 'workbook_not_found' }

    expect(await server.outcome(viewer, 'getEmbedAccess', { params })).toMatchObject({ status: 200 })
    expect(await server.outcome(stranger, 'getEmbedAccess', { params })).toEqual(notFound)
    expect(await server.outcome(owner, 'getEmbedAccess', { params: own })).toEqual(notFound)
    expect(await server.outcome(creator, 'getEmbedAccess', { params: own })).toEqual({ status: 403, code: 'forbidden' })
  })
})

const lastTargets = async ({ tenantId }: Actor): Promise<string[]> => {
  const [entry] = await server.query<{ targets: { kind: string; id: string; did?: string }[] }>(
    'select targets from audit_entries where tenant_id = $1 order by at desc, id desc limit 1',
    [tenantId],
  )
  return (entry?.targets ?? []).map(({ kind, did }) => (did ? `${kind} ${did}` : kind))
}

describe('updateEmbedAccess', () => {
  itRefusesBodies(server, 'updateEmbedAccess', [
    [{ allEmbedUsers: true, action: 'write' }, '/body/action'],
    [{ embedTenantName: '', action: 'read' }, '/body/embedTenantName'],
  ])

  it('shares with an embed tenant, in any case of its name, and ends that', async ({ owner, dashboard: { params } }) => {
    const { embedTenantId } = await givenEmbedTenant(server, owner, 'acme-corp')
    const update = (body: Parameters<typeof owner.api.updateEmbedAccess>[0]['body']) => owner.api.updateEmbedAccess({ params, body })
    const shared = [{ embedTenantName: 'acme-corp', groupId: embedTenantId, action: 'read' }]

    const first = await update({ embedTenantName: 'Acme-Corp', action: 'read', allowEmbed: true })
    expect(first).toMatchObject({ allowEmbed: true, tenants: shared })
    expect(await lastTargets(owner)).toEqual(['workbook shared', 'dashboard updated', 'embed_tenant', 'deployment'])
    expect(await update({ embedTenantName: 'acme-corp', action: 'read', allEmbedUsers: false })).toEqual(first)
    expect(await lastTargets(owner)).toEqual(['workbook unchanged', 'embed_tenant', 'deployment'])
    expect(await update({ embedTenantName: 'acme-corp', action: 'none' })).toMatchObject({ allowEmbed: true, tenants: [] })
    expect(await lastTargets(owner)).toEqual(['workbook unshared', 'embed_tenant', 'deployment'])
    expect(await update({ embedTenantName: 'acme-corp', action: 'none' })).toMatchObject({ tenants: [] })
  })

  it('shares with all embed users, and sets allowEmbed alone', async ({ owner, dashboard: { params } }) => {
    const update = (body: Parameters<typeof owner.api.updateEmbedAccess>[0]['body']) => owner.api.updateEmbedAccess({ params, body })

    expect(await update({ allEmbedUsers: true, action: 'read' })).toMatchObject({ allEmbedUsers: { enabled: true, action: 'read' } })
    expect(await update({ allowEmbed: true })).toMatchObject({ allowEmbed: true, allEmbedUsers: { enabled: true } })
    expect(await lastTargets(owner)).toEqual(['dashboard updated', 'workbook', 'deployment'])
    expect(await update({ allEmbedUsers: true, action: 'none' })).toMatchObject({ allowEmbed: true, allEmbedUsers: { enabled: false } })
  })

  it('returns 400 for an incomplete request or an unpublished dashboard', async ({ owner, workbook: { params } }) => {
    const stranger = await server.admin()
    await givenEmbedTenant(server, stranger, 'theirs')
    await givenEmbedTenant(server, owner, 'acme-corp')
    const send = (body: object) => server.outcome(owner, 'updateEmbedAccess', { params, body })

    for (const body of [
      {},
      { action: 'read' },
      { action: 'read', allowEmbed: true },
      { allEmbedUsers: true },
      { allEmbedUsers: false, action: 'read' },
      { embedTenantName: 'acme-corp' },
      { embedTenantName: 'acme-corp', allowEmbed: true },
      { embedTenantName: 'acme-corp', allEmbedUsers: true, action: 'read' },
    ])
      expect([body, await send(body)]).toEqual([body, { status: 400, code: 'embed_access_incomplete' }])
    expect(await send({ embedTenantName: 'theirs', action: 'read' })).toEqual({ status: 404, code: 'embed_tenant_not_found' })
    const both = { embedTenantName: 'acme-corp', action: 'read', allowEmbed: true }
    expect(await send(both)).toEqual({ status: 400, code: 'dashboard_not_published' })
    // All or nothing.
    expect((await owner.api.getEmbedAccess({ params })).tenants).toEqual([])
  })

  it('needs full access, also of a key of this deployment alone', async ({ owner, dashboard: { params } }) => {
    const { embedTenantName } = await givenEmbedTenant(server, owner)
    const editor = await givenSharer(server, owner, params.workbookId, 'edit')
    const keeper = await givenSharer(server, owner, params.workbookId, 'full')
    const admin = await server.colleague(owner, { role: 'Admin', scope: { deploymentIds: [owner.deploymentId] } })
    const body = { embedTenantName, action: 'read' as const }

    expect(await server.outcome(editor, 'updateEmbedAccess', { params, body })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(keeper, 'updateEmbedAccess', { params, body })).toMatchObject({ status: 200 })
    expect(await server.outcome(admin, 'updateEmbedAccess', { params, body })).toMatchObject({ status: 200 })
  })

  it('returns 403 to a scoped key for other embed tenants and all embed users', async ({ owner, dashboard: { params } }) => {
    for (const name of ['own-tenant', 'other-tenant']) await givenEmbedTenant(server, owner, name)
    const scope = { tenantWide: true, embedTenants: ['own-tenant', 'gone-tenant'] }
    const narrow = await server.colleague(owner, { role: 'Admin', scope })
    const send = (body: object) => server.outcome(narrow, 'updateEmbedAccess', { params, body })
    const outside = { status: 403, code: 'outside_key_scope' }

    for (const action of ['read', 'none']) {
      for (const embedTenantName of ['other-tenant', 'Other-Tenant', 'no-tenant'])
        expect(await send({ embedTenantName, action })).toEqual(outside)
      expect(await send({ allEmbedUsers: true, action })).toEqual(outside)
      expect(await send({ embedTenantName: 'gone-tenant', action })).toEqual({ status: 404, code: 'embed_tenant_not_found' })
      expect(await send({ embedTenantName: 'Own-Tenant', action })).toMatchObject({ status: 200 })
    }
    expect(await send({ allowEmbed: true })).toMatchObject({ status: 200 })
  })

  it('stops at the number of grants that an item may have', async ({ owner, workbook: { params } }) => {
    await server.query(
      `with t as (insert into embed_tenants (tenant_id, name) select $1, 'many-' || n from generate_series(1, 1000) n returning id)
       insert into content_grants (tenant_id, item_id, deployment_id, item_kind, level, grantee_kind, embed_tenant_id)
       select $1, $2, $3, 'workbook', 1, 'embed_tenant', id from t`,
      [owner.tenantId, params.workbookId, params.deploymentId],
    )
    const send = (body: object) => server.outcome(owner, 'updateEmbedAccess', { params, body })

    expect(await send({ allEmbedUsers: true, action: 'read' })).toEqual({ status: 400, code: 'grant_limit' })
    expect(await send({ embedTenantName: 'many-7', action: 'read' })).toMatchObject({ status: 200 })
    expect(await send({ embedTenantName: 'many-7', action: 'none' })).toMatchObject({ status: 200 })
    expect(await send({ allEmbedUsers: true, action: 'read' })).toMatchObject({ status: 200 })
  })
})

const noDashboard = { status: 404, code: 'dashboard_not_found' }

describe('updateDashboardEmbedding', () => {
  itRefusesBodies(server, 'updateDashboardEmbedding', [
    [{}, '/body/allowEmbed'],
    [{ allowEmbed: null }, '/body/allowEmbed'],
  ])

  it('allows embedding and ends that, without a new version', async ({ owner, dashboard: { params: workbook, dashboard } }) => {
    const { publicId } = dashboard
    const set = (allowEmbed: boolean) =>
      owner.api.updateDashboardEmbedding({ params: { dashboardPublicId: publicId }, body: { allowEmbed } })

    expect(await set(true)).toEqual({ publicId, allowEmbed: true })
    expect((await owner.api.getWorkbook({ params: workbook })).publishedDashboard).toEqual({ ...dashboard, allowEmbed: true })
    expect(await set(true)).toEqual({ publicId, allowEmbed: true })
    expect(await set(false)).toEqual({ publicId, allowEmbed: false })
    const did = await server.query<{ did: string }>(
      `select targets -> 0 ->> 'did' as did from audit_entries where tenant_id = $1 and operation = 'updateDashboardEmbedding' order by at, id`,
      [owner.tenantId],
    )
    expect(did.map((entry) => entry.did)).toEqual(['updated', 'unchanged', 'updated'])
  })

  it('is for administrators of the deployment, and not for what creators make', async ({ owner, second, dashboard: { dashboard } }) => {
    const { dashboard: own } = await givenDashboard(await givenCreator(server, owner))
    const send = (caller: typeof owner, publicId: string) =>
      server.outcome(caller, 'updateDashboardEmbedding', { params: { dashboardPublicId: publicId }, body: { allowEmbed: true } })

    expect(await send(await server.colleague(owner, { role: 'Admin', deploymentIds: [second] }), dashboard.publicId)).toEqual(noDashboard)
    expect(
      await send(await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] }), dashboard.publicId),
    ).toMatchObject({ status: 200 })
    expect(await send(owner, own.publicId)).toEqual(noDashboard)
    expect(await send(owner, 'nothing')).toEqual(noDashboard)
  })
})
