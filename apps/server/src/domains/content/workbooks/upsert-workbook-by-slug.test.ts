import { describe, expect, it } from 'vitest'
import { lazyTransaction } from '#db'
import type { WorkspaceAccess } from '#domains/content/items'
import {
  type Actor,
  configOf,
  givenFolder,
  givenGrant,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  useServer,
  waitingBackends,
} from '#test'
import { lockSlug } from './slug-queries.ts'

const server = useServer('shared')

const upsert = ({ api, deploymentId }: Actor, slug: string, body: Parameters<Actor['api']['upsertWorkbookBySlug']>[0]['body'] = {}) =>
  api.upsertWorkbookBySlug({ params: { deploymentId, slug }, body })

const verbs = async ({ tenantId }: Actor): Promise<(string | undefined)[]> => {
  const entries = await server.database().query<{ did?: string }>(
    `select targets -> 0 ->> 'did' as did from audit_entries
       where tenant_id = $1 and operation = 'upsertWorkbookBySlug' and outcome = 'done' order by at, id`,
    [tenantId],
  )
  return entries.map(({ did }) => did)
}

describe('upsertWorkbookBySlug', () => {
  itRefusesBodies(server, 'upsertWorkbookBySlug', [[{ meta: { dashboardDraft: [] } }, '/body/meta/dashboardDraft']])

  it('creates it, changes what is sent, merges meta, and changes nothing when it is applied again', async () => {
    const owner = await server.admin()
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

  it('names what has no name, and refuses what is no slug', async () => {
    const owner = await server.admin()

    expect((await upsert(owner, 'a')).name).toBe('Untitled workbook')
    for (const slug of ['%20', '-a', 'a%2Fb'])
      expect(
        (await server.request(owner, `/api/v1/deployments/${owner.deploymentId}/workbooks/by-slug/${slug}`, { method: 'PUT', json: {} }))
          .status,
      ).toBe(400)
  })

  it('asks for the rights of an update where there is one, and says of one that is not to be seen that it is taken', async () => {
    const owner = await server.admin()
    const { id } = await upsert(owner, 'revenue')
    const colleague = await server.colleague(owner, { role: 'Explorer' })
    const person = { grantee_kind: 'user', principal_id: await personIdOf(colleague) } as const
    const send = (body: object) =>
      server.outcome(colleague, 'upsertWorkbookBySlug', { params: { deploymentId: owner.deploymentId, slug: 'revenue' }, body })
    const denied = { status: 403, code: 'item_access_denied' }

    expect(await send({})).toEqual({ status: 409, code: 'slug_taken' })
    await givenGrant(server, owner, id, person, 'view')
    expect(await send({})).toEqual(denied)
    await givenGrant(server, owner, id, person, 'edit')
    expect(await send({ name: 'Ours' })).toMatchObject({ status: 200 })
    expect(await send({ folderId: null })).toEqual(denied)
    await givenGrant(server, owner, id, person, 'full')
    expect(await send({ folderId: null })).toMatchObject({ status: 200 })
  })

  it('puts it into a folder, and keeps that where none is sent', async () => {
    const owner = await server.admin()
    const folderId = (await givenFolder(owner)).id

    expect((await upsert(owner, 'revenue', { folderId })).folderId).toBe(folderId)
    expect((await upsert(owner, 'revenue', { name: 'Kept' })).folderId).toBe(folderId)
    expect((await upsert(owner, 'revenue', { folderId: null })).folderId).toBeNull()
  })

  it('refuses a meta that grows too large by merging', async () => {
    const owner = await server.admin()
    await upsert(owner, 'revenue', { meta: { a: 'x'.repeat(600_000) } })

    await expect(upsert(owner, 'revenue', { meta: { b: 'x'.repeat(600_000) } })).rejects.toMatchObject({ code: 'document_too_large' })
  })

  it('makes one workbook of many requests at once: the others update it, or are told to repeat', async () => {
    const owner = await server.admin()

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

  it('is told when the slug goes to another workbook while it waits', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
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

  it('is told when the workbook gives the slug up while it waits for it', async () => {
    const owner = await server.admin()
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
