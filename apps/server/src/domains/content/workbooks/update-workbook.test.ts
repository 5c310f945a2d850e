import { describe, expect, it } from 'vitest'
import {
  type Actor,
  chartOf,
  configOf,
  givenFolder,
  givenCreator,
  givenGrant,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  useServer,
} from '#test'

const server = useServer('shared')
const denied = { status: 403, code: 'item_access_denied' }

const lastDone = async ({ tenantId }: Actor): Promise<unknown[]> => {
  const [entry] = await server
    .database()
    .query<{ targets: { kind: string; did?: string }[] }>(
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

  it('changes what is sent and keeps the rest; meta is replaced, with the draft in it', async () => {
    const owner = await server.admin()
    const draft = configOf(chartOf(1))
    const { params } = await givenWorkbook(owner, { name: 'Old', meta: { a: 1, dashboardDraft: draft }, calculatedFields: { c: 1 } })
    const update = (body: Parameters<typeof owner.api.updateWorkbook>[0]['body']) => owner.api.updateWorkbook({ params, body })

    expect(await update({ name: 'New' })).toMatchObject({ name: 'New', meta: { a: 1, dashboardDraft: draft }, calculatedFields: { c: 1 } })
    expect(await update({ meta: { b: 2, dashboardDraft: draft } })).toMatchObject({ meta: { b: 2 }, dashboardDraft: draft })
    expect((await update({ meta: { b: 2 } })).dashboardDraft).toBeNull()
    expect((await update({ meta: null, name: null, calculatedFields: null })).meta).toEqual({ b: 2 })
    expect((await update({ calculatedFields: {} })).calculatedFields).toEqual({})
  })

  it('says in the trail whether anything changed, and leaves the time of the last change alone if not', async () => {
    const owner = await server.admin()
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

  it('needs edit, and full access with a folder, also where that is the one it lies in', async () => {
    const owner = await server.admin()
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

  it('gives a slug in one form, and clears it by null or an empty text', async () => {
    const owner = await server.admin()
    const { params } = await givenWorkbook(owner)
    const slugged = async (slug: string | null) => (await owner.api.updateWorkbook({ params, body: { slug } })).slug

    expect(await slugged('  Revenue_2026-q1 ')).toBe('revenue_2026-q1')
    expect((await owner.api.updateWorkbook({ params, body: { name: 'Kept' } })).slug).toBe('revenue_2026-q1')
    expect(await slugged(null)).toBeNull()
    expect(await slugged('a'.repeat(100))).toBe('a'.repeat(100))
    expect(await slugged(' ')).toBeNull()
    for (const slug of ['-a', '_a', 'a b', 'ä', 'a'.repeat(101)])
      expect(await server.outcome(owner, 'updateWorkbook', { params, body: { slug } })).toEqual({ status: 400, code: 'slug_invalid' })
  })

  it('refuses a slug of another workbook, also of one that is not to be seen, and takes it over with edit on that', async () => {
    const owner = await server.admin()
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

  it('lets the same slug be in every workspace', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)

    for (const maker of [owner, creator]) {
      const { params } = await givenWorkbook(maker)
      expect(await maker.api.updateWorkbook({ params, body: { slug: 'revenue' } })).toMatchObject({ slug: 'revenue' })
    }
  })

  it('gives a slug to one of many who ask for it at once', async () => {
    const owner = await server.admin()
    const workbooks = [await givenWorkbook(owner), await givenWorkbook(owner), await givenWorkbook(owner)]

    const answers = await Promise.all(
      workbooks.map(({ params }) => server.outcome(owner, 'updateWorkbook', { params, body: { slug: 'one' } })),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})
