import { describe, expect } from 'vitest'
import { lazyTransaction } from '#db'
import type { WorkspaceAccess } from '#domains/content/items'
import {
  type Actor,
  changeReport,
  chartOf,
  configOf,
  givenCreator,
  givenDashboard,
  givenFolder,
  givenFrame,
  givenGrant,
  givenReportOf,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  useServer,
  waitingBackends,
  withOwner,
} from '#test'
import { lockSlug } from './slug-queries.ts'

const server = useServer('shared')
const it = withOwner(server)
const denied = { status: 403, code: 'item_access_denied' }

const lastDone = async ({ tenantId }: Actor): Promise<unknown[]> => {
  const [entry] = await server.query<{ targets: { kind: string; did?: string }[] }>(
    'select targets from audit_entries where tenant_id = $1 order by at desc, id desc limit 1',
    [tenantId],
  )
  return (entry?.targets ?? []).map(({ kind, did }) => [kind, did])
}

describe('updateWorkbook', () => {
  itRefusesBodies(server, 'updateWorkbook', [
    [{ name: '' }, '/body/name'],
    [{ slug: 'x'.repeat(201) }, '/body/slug'],
    [{ meta: { dashboardDraft: { widgets: 'none' } } }, '/body/meta/dashboardDraft/widgets'],
  ])

  it('changes what is sent and keeps the rest; meta is replaced, with the draft in it', async ({ owner }) => {
    const draft = configOf(chartOf(1))
    const { params } = await givenWorkbook(owner, { name: 'Old', meta: { a: 1, dashboardDraft: draft }, calculatedFields: { c: 1 } })
    const update = (body: Parameters<typeof owner.api.updateWorkbook>[0]['body']) => owner.api.updateWorkbook({ params, body })

    expect(await update({ name: 'New' })).toMatchObject({ name: 'New', meta: { a: 1, dashboardDraft: draft }, calculatedFields: { c: 1 } })
    expect(await update({ meta: { b: 2, dashboardDraft: draft } })).toMatchObject({ meta: { b: 2 }, dashboardDraft: draft })
    expect((await update({ meta: { b: 2 } })).dashboardDraft).toBeNull()
    expect((await update({ meta: null, name: null, calculatedFields: null })).meta).toEqual({ b: 2 })
    expect((await update({ calculatedFields: {} })).calculatedFields).toEqual({})
  })

  it('says in the trail whether anything changed, and leaves the time of the last change alone if not', async ({ owner }) => {
    const body = { name: 'Same', meta: { a: -0, b: [1] } }
    const { params, workbook } = await givenWorkbook(owner, body)

    const same = await owner.api.updateWorkbook({ params, body })
    expect(await lastDone(owner)).toEqual([
      ['workbook', 'unchanged'],
      ['deployment', undefined],
    ])
    const changed = await owner.api.updateWorkbook({ params, body: { name: 'Other' } })

    expect(same.updatedAt).toBe(workbook.updatedAt)
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(workbook.updatedAt))
    expect(await lastDone(owner)).toEqual([
      ['workbook', 'updated'],
      ['deployment', undefined],
    ])
  })

  it('needs edit, and full access with a folder, also where that is the one it lies in', async ({ owner }) => {
    const folderId = (await givenFolder(owner)).id
    const { params, workbook } = await givenWorkbook(owner)
    const [viewer, editor, keeper] = [
      await givenSharer(server, owner, workbook.id, 'view'),
      await givenSharer(server, owner, workbook.id, 'edit'),
      await givenSharer(server, owner, workbook.id, 'full'),
    ]
    const update = (caller: Actor, body: object) => server.outcome(caller, 'updateWorkbook', { params, body })

    expect(await update(viewer, { name: 'Mine' })).toEqual(denied)
    expect(await update(editor, { name: 'Ours' })).toMatchObject({ status: 200 })
    expect(await update(editor, { folderId: null })).toEqual(denied)
    expect(await update(keeper, { folderId: null })).toMatchObject({ status: 200 })
    expect(await update(keeper, { folderId })).toEqual({ status: 404, code: 'folder_not_found' })
    await givenGrant(server, owner, folderId, { grantee_kind: 'organisation' }, 'view')
    expect(await update(keeper, { folderId })).toEqual(denied)
    await givenGrant(server, owner, folderId, { grantee_kind: 'organisation' }, 'edit')
    expect(await update(keeper, { folderId })).toMatchObject({ status: 200, body: { folderId } })
    expect(await update(keeper, { folderId: 0 })).toMatchObject({ status: 200, body: { folderId: null } })
  })

  it('gives a slug in one form, and clears it by null or an empty text', async ({ owner, workbook: { params } }) => {
    const slugged = async (slug: string | null) => (await owner.api.updateWorkbook({ params, body: { slug } })).slug

    expect(await slugged('  Revenue_2026-q1 ')).toBe('revenue_2026-q1')
    expect((await owner.api.updateWorkbook({ params, body: { name: 'Kept' } })).slug).toBe('revenue_2026-q1')
    expect(await slugged(null)).toBeNull()
    expect(await slugged('a'.repeat(100))).toBe('a'.repeat(100))
    expect(await slugged(' ')).toBeNull()
    for (const slug of ['-a', '_a', 'a b', 'ä', 'a'.repeat(101)])
      expect(await server.outcome(owner, 'updateWorkbook', { params, body: { slug } })).toEqual({ status: 400, code: 'slug_invalid' })
  })

  it('refuses a slug of another workbook, also of one that is not to be seen, and takes it over with edit on that', async ({ owner }) => {
    const { params: held } = await givenWorkbook(owner)
    await owner.api.updateWorkbook({ params: held, body: { slug: 'revenue' } })
    const colleague = await server.colleague(owner, { role: 'Explorer' })
    const { params } = await givenWorkbook(colleague)
    const take = (slugTakeover: boolean) => server.outcome(colleague, 'updateWorkbook', { params, body: { slug: 'revenue', slugTakeover } })
    const userId = (await colleague.api.getCurrentUser({})).id
    const share = (level: 'view' | 'edit') =>
      givenGrant(server, owner, held.workbookId, { grantee_kind: 'user', principal_id: userId }, level)

    expect(await take(false)).toEqual({ status: 409, code: 'slug_taken' })
    expect(await take(true)).toEqual({ status: 409, code: 'slug_taken' })
    await share('view')
    expect(await take(true)).toEqual(denied)
    await share('edit')
    expect(await take(false)).toEqual({ status: 409, code: 'slug_taken' })
    expect(await take(true)).toMatchObject({ status: 200, body: { slug: 'revenue' } })
    expect((await owner.api.getWorkbook({ params: held })).slug).toBeNull()
    expect(await take(true)).toMatchObject({ status: 200 })
  })

  it('lets the same slug be in every workspace', async ({ owner, creator }) => {
    for (const maker of [owner, creator]) {
      const { params } = await givenWorkbook(maker)
      expect(await maker.api.updateWorkbook({ params, body: { slug: 'revenue' } })).toMatchObject({ slug: 'revenue' })
    }
  })

  it('gives a slug to one of many who ask for it at once', async ({ owner }) => {
    const workbooks = [await givenWorkbook(owner), await givenWorkbook(owner), await givenWorkbook(owner)]

    const answers = await Promise.all(
      workbooks.map(({ params }) => server.outcome(owner, 'updateWorkbook', { params, body: { slug: 'one' } })),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})

const upsert = ({ api, deploymentId }: Actor, slug: string, body: Parameters<Actor['api']['upsertWorkbookBySlug']>[0]['body'] = {}) =>
  api.upsertWorkbookBySlug({ params: { deploymentId, slug }, body })

const verbs = async ({ tenantId }: Actor): Promise<(string | undefined)[]> => {
  const entries = await server.query<{ did?: string }>(
    `select targets -> 0 ->> 'did' as did from audit_entries
       where tenant_id = $1 and operation = 'upsertWorkbookBySlug' and outcome = 'done' order by at, id`,
    [tenantId],
  )
  return entries.map(({ did }) => did)
}

describe('upsertWorkbookBySlug', () => {
  itRefusesBodies(server, 'upsertWorkbookBySlug', [[{ meta: { dashboardDraft: [] } }, '/body/meta/dashboardDraft']])

  it('creates it, changes what is sent, merges meta, and changes nothing when it is applied again', async ({ owner }) => {
    const draft = configOf()

    const created = await upsert(owner, ' Revenue ', { name: 'Revenue', meta: { a: 1, b: { c: 1 }, dashboardDraft: draft } })
    const same = await upsert(owner, 'revenue', { name: 'Revenue', meta: { a: 1, b: { c: 1 }, dashboardDraft: draft } })
    const merged = await upsert(owner, 'REVENUE', { meta: { b: { d: 1 } } })
    const cleared = await upsert(owner, 'revenue', { meta: { dashboardDraft: null } })

    expect(created).toMatchObject({ slug: 'revenue', name: 'Revenue', dashboardDraft: draft })
    expect(same).toEqual(created)
    expect(merged).toMatchObject({ id: created.id, name: 'Revenue', dashboardDraft: draft })
    expect(merged.meta).toEqual({ a: 1, b: { d: 1 }, dashboardDraft: draft })
    expect(cleared.meta).toEqual({ a: 1, b: { d: 1 } })
    expect(cleared.dashboardDraft).toBeNull()
    expect(await verbs(owner)).toEqual(['created', 'unchanged', 'updated', 'updated'])
  })

  it('names what has no name, and refuses what is no slug', async ({ owner }) => {
    expect((await upsert(owner, 'a')).name).toBe('Untitled workbook')
    for (const slug of ['%20', '-a', 'a%2Fb'])
      expect(
        (await server.request(owner, `/api/v1/deployments/${owner.deploymentId}/workbooks/by-slug/${slug}`, { method: 'PUT', json: {} }))
          .status,
      ).toBe(400)
  })

  it('asks for the rights of an update where there is one, and says of one that is not to be seen that it is taken', async ({ owner }) => {
    const { id } = await upsert(owner, 'revenue')
    const colleague = await server.colleague(owner, { role: 'Explorer' })
    const person = { grantee_kind: 'user', principal_id: await personIdOf(colleague) } as const
    const send = (body: object) =>
      server.outcome(colleague, 'upsertWorkbookBySlug', { params: { deploymentId: owner.deploymentId, slug: 'revenue' }, body })

    expect(await send({})).toEqual({ status: 409, code: 'slug_taken' })
    await givenGrant(server, owner, id, person, 'view')
    expect(await send({})).toEqual(denied)
    await givenGrant(server, owner, id, person, 'edit')
    expect(await send({ name: 'Ours' })).toMatchObject({ status: 200 })
    expect(await send({ folderId: null })).toEqual(denied)
    await givenGrant(server, owner, id, person, 'full')
    expect(await send({ folderId: null })).toMatchObject({ status: 200 })
  })

  it('puts it into a folder, and keeps that where none is sent', async ({ owner }) => {
    const folderId = (await givenFolder(owner)).id

    expect((await upsert(owner, 'revenue', { folderId })).folderId).toBe(folderId)
    expect((await upsert(owner, 'revenue', { name: 'Kept' })).folderId).toBe(folderId)
    expect((await upsert(owner, 'revenue', { folderId: null })).folderId).toBeNull()
  })

  it('refuses a meta that grows too large by merging', async ({ owner }) => {
    await upsert(owner, 'revenue', { meta: { a: 'x'.repeat(600_000) } })

    await expect(upsert(owner, 'revenue', { meta: { b: 'x'.repeat(600_000) } })).rejects.toMatchObject({ code: 'document_too_large' })
  })

  it('creates one workbook for concurrent requests; the others update it or get a retryable error', async ({ owner }) => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        server.outcome(owner, 'upsertWorkbookBySlug', {
          params: { deploymentId: owner.deploymentId, slug: 'one' },
          body: { meta: { [`k${n}`]: n } },
        }),
      ),
    )

    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ body }) => (body as { id: number }).id)).size).toBe(1)
    expect(answers.filter(({ status }) => status !== 200)).toEqual(
      answers.filter(({ status }) => status !== 200).map(() => ({ status: 409, code: 'upsert_branch_changed' })),
    )
    const { meta } = await upsert(owner, 'one')
    expect(Object.keys(meta)).toHaveLength(done.length)
  })

  it('is told when the slug goes to another workbook while it waits', async ({ owner, workbook: { params } }) => {
    const { tenantId, deploymentId } = owner
    const place = { tenantId, deploymentId, embedTenantId: 0 } as WorkspaceAccess
    const other = lazyTransaction(server.services().pool, tenantId, 'read write')
    await lockSlug(other.db, place, 'moved')

    const answer = server.outcome(owner, 'upsertWorkbookBySlug', { params: { deploymentId, slug: 'moved' }, body: {} })
    await expect.poll(() => waitingBackends(server.database()), { timeout: 30_000 }).toHaveLength(1)
    await other.db.updateTable('content_workbooks').set({ slug: 'moved' }).where('id', '=', params.workbookId).execute()
    await other.commit()

    expect(await answer).toEqual({ status: 409, code: 'upsert_branch_changed' })
    expect((await upsert(owner, 'moved')).id).toBe(params.workbookId)
  })

  it('is told when the workbook gives the slug up while it waits for it', async ({ owner }) => {
    const { tenantId, deploymentId } = owner
    const { id } = await upsert(owner, 'given-up')
    const other = lazyTransaction(server.services().pool, tenantId, 'read write')
    await other.db.updateTable('content_workbooks').set({ slug: null }).where('id', '=', id).execute()

    const answer = server.outcome(owner, 'upsertWorkbookBySlug', { params: { deploymentId, slug: 'given-up' }, body: { name: 'Late' } })
    await expect.poll(() => waitingBackends(server.database()), { timeout: 30_000 }).toHaveLength(1)
    await other.commit()

    expect(await answer).toEqual({ status: 409, code: 'upsert_branch_changed' })
  })
})

const reportsIn = (tenantId: number, workbookId: number) =>
  server.query<{ id: string; name: string; json_query: string; public_id: string; owner_id: string }>(
    `select i.id, i.name, i.owner_id, r.json_query, r.public_id from content_items i join content_reports r using (tenant_id, id)
     where i.tenant_id = $1 and i.workbook_id = $2 order by i.id`,
    [tenantId, workbookId],
  )

describe('duplicateWorkbook', () => {
  itRefusesBodies(server, 'duplicateWorkbook', [[{ shared: 'yes' }, '/body/shared']])

  it('copies reports, draft and what is published, each naming the copies', async ({ owner }) => {
    const { params, reportId, dashboard } = await givenDashboard(owner, { name: 'Revenue', allowEmbed: true })
    const unseen = await givenReportOf(owner, params, { name: 'Not shown' })
    await owner.api.updateWorkbook({
      params,
      body: {
        slug: 'revenue',
        meta: { a: 1, dashboardDraft: configOf(chartOf(unseen), chartOf(999_999_999)) },
        calculatedFields: { margin: 1 },
      },
    })
    await changeReport(owner, reportId, '{"measures":["later"]}')
    const colleague = await givenSharer(server, owner, params.workbookId, 'view')

    const copy = await colleague.api.duplicateWorkbook({ params, body: {} })

    const [shown, other] = await reportsIn(owner.tenantId, copy.id)
    expect(copy).toMatchObject({
      name: 'Copy of Revenue',
      slug: null,
      userId: colleague.personId,
      meta: { a: 1 },
      calculatedFields: { margin: 1 },
      dashboardDraft: configOf(chartOf(Number(other?.id), `chart-${unseen}`), chartOf(999_999_999)),
    })
    expect(shown).toMatchObject({ name: 'Revenue by month', json_query: '{"measures":["later"]}', owner_id: String(colleague.personId) })
    expect(copy.publishedDashboard).toMatchObject({
      allowEmbed: false,
      versionNumber: 1,
      workbookId: copy.id,
      config: configOf(chartOf(Number(shown?.id), `chart-${reportId}`)),
      reportSnapshots: [{ reportId: Number(shown?.id), publicId: shown?.public_id, jsonQuery: '{"measures":["orders.revenue"]}' }],
    })
    expect(copy.publishedDashboard?.publicId).not.toBe(dashboard.publicId)
    expect(copy.publishedDashboard?.reportSnapshots[0]?.id).not.toBe(dashboard.reportSnapshots[0]?.id)
    expect(await owner.api.getWorkbook({ params })).toMatchObject({ publishedDashboard: { versionNumber: 1, allowEmbed: true } })
  })

  it('copies no grants, and lies beside the source only where the caller may edit that folder', async ({ owner }) => {
    const folderId = (await givenFolder(owner)).id
    const { params } = await givenWorkbook(owner, { folderId })
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'organisation' }, 'edit')
    const [viewer, editor] = [await givenSharer(server, owner, folderId, 'view'), await givenSharer(server, owner, folderId, 'edit')]
    const stranger = await server.colleague(owner, { role: 'Explorer' })

    const atRoot = await viewer.api.duplicateWorkbook({ params, body: {} })
    const beside = await editor.api.duplicateWorkbook({ params, body: {} })

    expect([atRoot.folderId, beside.folderId]).toEqual([null, folderId])
    const seen = { params: { ...params, workbookId: atRoot.id } }
    expect(await server.outcome(stranger, 'getWorkbook', seen)).toEqual({ status: 404, code: 'workbook_not_found' })
  })

  it('cuts a long name by characters, and takes no body as an empty one', async ({ owner }) => {
    const { params } = await givenWorkbook(owner, { name: '🦉'.repeat(255) })

    const answer = await server.request(owner, `/api/v1/deployments/${params.deploymentId}/workbooks/${params.workbookId}/duplicate`, {
      method: 'POST',
    })

    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { name: string }).name).toBe(`Copy of ${'🦉'.repeat(247)}`)
  })

  it('is not found by whoever may not see the source', async ({ workbook: { params }, explorer: stranger }) => {
    expect(await server.outcome(stranger, 'duplicateWorkbook', { params, body: {} })).toEqual({ status: 404, code: 'workbook_not_found' })
  })
})

describe('duplicateWorkbook from the shared workspace', () => {
  it('builds a workbook of the creator from what is published alone', async ({ owner }) => {
    const { params, reportId, dashboard } = await givenDashboard(owner, { name: 'Revenue' })
    await changeReport(owner, reportId, '{"measures":["later"]}')
    await owner.api.updateWorkbook({ params, body: { meta: { secret: 'of the console' } } })
    const creator = await givenCreator(server, owner)
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'embed_tenant', embed_tenant_id: creator.embedTenantId }, 'view')

    const copy = await creator.api.duplicateWorkbook({ params, body: { shared: true } })

    const [report, ...others] = await reportsIn(owner.tenantId, copy.id)
    const config = configOf(chartOf(Number(report?.id), `chart-${reportId}`))
    expect(others).toEqual([])
    expect(report).toMatchObject({ name: 'Revenue by month', json_query: '{"measures":["orders.revenue"]}' })
    expect(copy).toMatchObject({ name: 'Copy of Revenue', folderId: null, dashboardDraft: config, meta: { dashboardDraft: config } })
    expect(copy.meta).not.toHaveProperty('secret')
    expect(copy.publishedDashboard).toMatchObject({ config, allowEmbed: false, versionNumber: 1 })
    expect(copy.publishedDashboard?.publicId).not.toBe(dashboard.publicId)
    expect(await creator.api.getWorkbook({ params: { ...params, workbookId: copy.id } })).toEqual(copy)
    expect(await server.outcome(owner, 'getWorkbook', { params: { ...params, workbookId: copy.id } })).toMatchObject({ status: 404 })
  })

  it('is for creators, over what is shared with them and published', async ({ owner, workbook: { params }, creator }) => {
    const visitor = await givenFrame(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const send = (caller: { headers: Record<string, string>; key: string }, shared = true) =>
      server.outcome(caller, 'duplicateWorkbook', { params, body: { shared } })

    expect(await send(owner)).toEqual({ status: 403, code: 'creator_mode_only' })
    expect(await send(visitor)).toEqual({ status: 403, code: 'forbidden' })
    expect(await send(creator)).toEqual({ status: 404, code: 'workbook_not_found' })
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
    expect(await send(creator)).toEqual({ status: 400, code: 'dashboard_not_published' })
    expect(await send(creator, false)).toEqual({ status: 404, code: 'workbook_not_found' })
  })
})
