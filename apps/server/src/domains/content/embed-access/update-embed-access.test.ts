import { describe, expect, it } from 'vitest'
import { type Actor, givenDashboard, givenEmbedTenant, givenSharer, givenWorkbook, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

const lastTargets = async ({ tenantId }: Actor): Promise<string[]> => {
  const [entry] = await server
    .database()
    .query<{ targets: { kind: string; id: string; did?: string }[] }>(
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

  it('shares with an embed tenant, in any case of its name, and ends that', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
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

  it('shares with all embed users, and sets allowEmbed alone', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
    const update = (body: Parameters<typeof owner.api.updateEmbedAccess>[0]['body']) => owner.api.updateEmbedAccess({ params, body })

    expect(await update({ allEmbedUsers: true, action: 'read' })).toMatchObject({ allEmbedUsers: { enabled: true, action: 'read' } })
    expect(await update({ allowEmbed: true })).toMatchObject({ allowEmbed: true, allEmbedUsers: { enabled: true } })
    expect(await lastTargets(owner)).toEqual(['dashboard updated', 'workbook', 'deployment'])
    expect(await update({ allEmbedUsers: true, action: 'none' })).toMatchObject({ allowEmbed: true, allEmbedUsers: { enabled: false } })
  })

  it('refuses half of a request, an embed tenant that there is not, and allowEmbed before anything is published', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
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

  it('needs full access, also of a key of this deployment alone', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
    const { embedTenantName } = await givenEmbedTenant(server, owner)
    const editor = await givenSharer(server, owner, params.workbookId, 'edit')
    const keeper = await givenSharer(server, owner, params.workbookId, 'full')
    const admin = await server.colleague(owner, { role: 'Admin', scope: { deploymentIds: [owner.deploymentId] } })
    const body = { embedTenantName, action: 'read' as const }

    expect(await server.outcome(editor, 'updateEmbedAccess', { params, body })).toEqual({ status: 403, code: 'item_access_denied' })
    expect(await server.outcome(keeper, 'updateEmbedAccess', { params, body })).toMatchObject({ status: 200 })
    expect(await server.outcome(admin, 'updateEmbedAccess', { params, body })).toMatchObject({ status: 200 })
  })

  it('holds a key that names embed tenants to those, and from all embed users, whether or not there is such an embed tenant', async () => {
    const owner = await server.admin()
    const { params } = await givenDashboard(owner)
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

  it('stops at the number of grants that an item may have', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    await server.database().query(
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
