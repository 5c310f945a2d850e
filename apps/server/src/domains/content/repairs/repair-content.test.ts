import { describe, expect } from 'vitest'
import {
  type Actor,
  chartOf,
  configOf,
  failureOf,
  givenDashboard,
  givenReportOf,
  givenServedModel,
  givenSharer,
  givenWorkbook,
  itRefusesBodies,
  membersOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const renames = [{ from: 'orders.revenue', to: 'orders.net' }]
const queryOf = (member: string): string => `{"measures":["${member}"]}`
type Caller = Pick<Actor, 'api' | 'deploymentId'>
const repair = ({ api, deploymentId }: Caller, body: Partial<Parameters<Actor['api']['repairContent']>[0]['body']> = {}) =>
  api.repairContent({ params: { deploymentId }, body: { renames, ...body } })

describe('repairContent', () => {
  itRefusesBodies(server, 'repairContent', [
    [{ renames: [] }, '/body/renames'],
    [{ renames: [{ from: 'orders', to: 'orders.net' }] }, '/body/renames/0/from'],
    [
      {
        renames: [
          { from: 'a.b', to: 'a.c' },
          { from: 'a.b', to: 'a.d' },
        ],
      },
      '/body/renames/1/from',
    ],
    [
      {
        renames: [
          { from: 'a.b', to: 'a.c' },
          { from: 'a.c', to: 'a.d' },
        ],
      },
      '/body/renames/1/from',
    ],
  ])

  it('previews the repair in a dry run, then applies it once', async ({ owner, dashboard: { params, reportId } }) => {
    await owner.api.updateWorkbook({ params, body: { calculatedFields: { share: { sql: 'Orders.Revenue / 2' } } } })
    await givenServedModel(server, owner, ['orders.net'])
    const before = await owner.api.getWorkbook({ params })

    const planned = await repair(owner, { dryRun: true })

    const query = { before: queryOf('orders.revenue'), after: queryOf('orders.net') }
    expect(planned).toMatchObject({
      isDryRun: true,
      repaired: [
        {
          id: params.workbookId,
          publishes: true,
          queries: [{ state: 'published', part: `chart-${reportId}`, ...query }],
          uses: [
            { usedIn: 'calculated', part: 'share', state: 'saved', byText: true, to: 'orders.net' },
            { usedIn: 'query', state: 'published', member: 'orders.revenue', to: 'orders.net' },
          ],
        },
        { id: reportId, publishes: false, queries: [{ state: 'saved', part: null, ...query }] },
      ],
      left: [],
      missing: [],
      pageInfo: { hasNextPage: false },
    })
    expect(await owner.api.getWorkbook({ params })).toEqual(before)

    expect(await repair(owner)).toEqual({ ...planned, isDryRun: false })

    const after = await owner.api.getWorkbook({ params })
    expect(after.calculatedFields).toEqual({ share: { sql: 'orders.net / 2' } })
    expect(after.publishedDashboard).toMatchObject({ versionNumber: 2, reportSnapshots: [{ jsonQuery: queryOf('orders.net') }] })
    expect(await owner.api.getReport({ params: { ...params, reportId } })).toMatchObject({ jsonQuery: queryOf('orders.net'), version: 2 })
    expect((await owner.api.listContentProblems({ params, query: {} })).items).toEqual([])
    expect(await repair(owner)).toMatchObject({ repaired: [], left: [] })
    expect((await owner.api.getWorkbook({ params })).publishedDashboard?.versionNumber).toBe(2)
    const { said, stored } = await membersOf(server, owner)
    expect(stored).toEqual(said)
  })

  it('repairs filters, charts and settings of a draft, and every field of a report', async ({ owner }) => {
    await givenServedModel(server, owner, ['sales.net'])
    const { params } = await givenWorkbook(owner)
    const reportId = await givenReportOf(owner, params, {
      jsonQuery: JSON.stringify({
        dimensions: ['orders.revenue.month'],
        filters: [{ or: [{ member: 'orders.revenue', operator: 'set' }] }],
        order: { 'orders.revenue': 'asc' },
      }),
      pivotItems: { rows: ['orders.revenue.month'], columns: ['measures'], measures: [], filters: [] },
      meta: { preferences: { columnFormats: { 'orders.revenue': { type: 'number' } } }, logo: 'orders.revenue.png' },
    })
    const position = { x: 0, y: 0, w: 1, h: 1 }
    const filters = [
      { id: 'halves', type: 'FILTER' as const, position, config: { view: 'orders', dimension: 'revenue' } },
      { id: 'whole', type: 'FILTER' as const, position, config: { member: 'orders.revenue', charts: { 'orders.revenue': 'off' } } },
    ]
    await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: configOf(chartOf(reportId), ...filters) } })

    await repair(owner, { renames: [{ from: 'orders.revenue', to: 'sales.net' }] })

    const report = await owner.api.getReport({ params: { ...params, reportId } })
    expect(JSON.parse(report.jsonQuery ?? '')).toEqual({
      dimensions: ['sales.net.month'],
      filters: [{ or: [{ member: 'sales.net', operator: 'set' }] }],
      order: { 'sales.net': 'asc' },
    })
    expect(report.pivotItems).toEqual({ rows: ['sales.net.month'], columns: ['measures'], measures: [], filters: [] })
    expect(report.meta).toMatchObject({ preferences: { columnFormats: { 'sales.net': { type: 'number' } } } })
    const { dashboardDraft } = await owner.api.getWorkbook({ params })
    expect(dashboardDraft?.widgets?.map(({ config }) => config)).toEqual([
      { reportId },
      { view: 'sales', dimension: 'net' },
      { member: 'sales.net', charts: { 'sales.net': 'off' } },
    ])
  })

  it('publishes no more of a dashboard than its names', async ({ owner, dashboard: { params, reportId } }) => {
    await owner.api.updateReport({
      params: { ...params, reportId },
      body: { title: 'Not yet to be seen', jsonQuery: '{"measures":["a.b"]}' },
    })

    await repair(owner)

    const { publishedDashboard } = await owner.api.getWorkbook({ params })
    expect(publishedDashboard?.reportSnapshots).toMatchObject([{ title: null, jsonQuery: queryOf('orders.net') }])
    expect(await owner.api.getReport({ params: { ...params, reportId } })).toMatchObject({ jsonQuery: '{"measures":["a.b"]}' })
  })

  it('leaves what is said of a dashboard, and whether it may be embedded, as they are', async ({ owner }) => {
    const { params } = await givenDashboard(owner, { allowEmbed: true })
    const texts = { title: 'Shown', description: 'Said when it was published' }
    await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, ...texts } })

    await repair(owner)

    expect((await owner.api.getWorkbook({ params })).publishedDashboard).toMatchObject({ versionNumber: 3, allowEmbed: true, ...texts })
  })

  it('records the changed items in the audit trail, none for a dry run', async ({ owner, dashboard: { params, reportId } }) => {
    const lastTargets = async () => (await owner.api.listAuditLogs({ query: { first: 1 } })).items[0]?.targets
    const before = await owner.api.getReport({ params: { ...params, reportId } })
    const deployment = { kind: 'deployment', id: String(owner.deploymentId) }

    await repair(owner, { dryRun: true })
    expect(await lastTargets()).toEqual([{ ...deployment, did: 'unchanged' }])
    await repair(owner)
    expect(await lastTargets()).toEqual([
      { kind: 'workbook', id: String(params.workbookId), did: 'updated' },
      { kind: 'report', id: String(reportId), did: 'updated' },
      deployment,
    ])
    const after = await owner.api.getReport({ params: { ...params, reportId } })
    expect(after.updatedAt).not.toBe(before.updatedAt)
  })

  it('never rewrites SQL, and says where it is', async ({ owner, workbook: { params } }) => {
    const sqlQuery = 'select orders.revenue from orders'
    const reportId = await givenReportOf(owner, params, { sqlQuery })

    expect(await repair(owner)).toMatchObject({ repaired: [{ id: reportId }], left: [{ id: reportId, reason: 'sql_is_yours' }] })
    expect(await repair(owner)).toMatchObject({ repaired: [], left: [{ id: reportId, reason: 'sql_is_yours' }] })
    expect(await owner.api.getReport({ params: { ...params, reportId } })).toMatchObject({ sqlQuery, jsonQuery: queryOf('orders.net') })
  })

  it('changes what the caller may edit, names what they may only view, and mentions nothing else', async ({ owner, creator }) => {
    const [edited, viewed, hidden] = [await givenDashboard(owner), await givenDashboard(owner), await givenDashboard(owner)]
    const ofCreator = await givenDashboard(creator)
    const sharer = await givenSharer(server, owner, edited.params.workbookId, 'edit')
    const viewer = await givenSharer(server, owner, viewed.params.workbookId, 'view')
    const idsOf = (items: { id: number }[]) => items.map(({ id }) => id).toSorted((a, b) => a - b)
    const of = ({ params, reportId }: typeof edited) => idsOf([{ id: params.workbookId }, { id: reportId }])

    const seen = await repair(viewer)
    expect([idsOf(seen.repaired), idsOf(seen.left)]).toEqual([[], of(viewed)])
    expect(seen.left.map(({ reason }) => reason)).toEqual(['item_access_denied', 'item_access_denied'])
    const done = await repair(sharer)
    expect([idsOf(done.repaired), idsOf(done.left)]).toEqual([of(edited), []])
    expect(await owner.api.getReport({ params: { ...hidden.params, reportId: hidden.reportId } })).toMatchObject({
      jsonQuery: queryOf('orders.revenue'),
    })
    expect(idsOf((await repair(owner)).repaired)).toEqual(idsOf([viewed, hidden].flatMap(of).map((id) => ({ id }))))
    expect(idsOf((await repair(creator)).repaired)).toEqual(of(ofCreator))
  })

  it('refuses names that production does not have, except in a dry run', async ({ owner }) => {
    await givenServedModel(server, owner, ['orders.gross'])

    expect(await repair(owner, { dryRun: true })).toMatchObject({ missing: ['orders.net'] })
    expect(await server.outcome(owner, 'repairContent', { params: owner, body: { renames } })).toMatchObject(failureOf('member_unknown'))
  })

  it('goes over many items in pages', async ({ owner, workbook: { params } }) => {
    for (let n = 0; n < 25; n++) await givenReportOf(owner, params)

    const first = await repair(owner)
    expect([first.repaired.length, first.pageInfo.hasNextPage]).toEqual([20, true])
    const rest = await repair(owner, { after: first.pageInfo.endCursor ?? null })
    expect([rest.repaired.length, rest.pageInfo.hasNextPage]).toEqual([5, false])
  })

  it('ends a page early rather than hold more documents than it has room for', async ({ owner, workbook: { params } }) => {
    const ids: number[] = []
    for (let n = 0; n < 10; n++) ids.push(await givenReportOf(owner, params, { meta: { text: 'x'.repeat(1_000_000) } }))

    const first = await repair(owner)
    const rest = await repair(owner, { after: first.pageInfo.endCursor ?? null })

    expect([first.repaired.length, first.pageInfo.hasNextPage]).toEqual([8, true])
    expect(rest.pageInfo.hasNextPage).toBe(false)
    expect([...first.repaired, ...rest.repaired].map(({ id }) => id)).toEqual(ids)
  })

  it('is refused while the tenant has no memory left for what it reads', async ({ owner, workbook: { params } }) => {
    await givenReportOf(owner, params, { meta: { text: 'x'.repeat(1_000_000) } })
    const { workMemory, config } = server.services()
    const others = workMemory.open(owner.tenantId)
    others.take(config.workMemoryBytes / 2)

    await expect(repair(owner)).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    others.release()

    expect((await repair(owner)).repaired).toHaveLength(1)
  })
})
