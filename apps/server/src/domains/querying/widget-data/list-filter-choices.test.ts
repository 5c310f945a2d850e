import { describe, expect, test } from 'vitest'
import {
  answerWith,
  filterWidget,
  givenBoard,
  givenDashboard,
  givenViewer,
  newestSessionId,
  pinnedOf,
  queriesOf,
  refusalOf,
  useLoadEngine,
  useServer,
} from '#test'

const server = useServer()
const engine = useLoadEngine(server)

const controls = [
  filterWidget('status', { member: 'orders.status', isFaceted: true }),
  filterWidget('plain', { member: 'orders.plain' }),
  filterWidget('region', { member: 'orders.region', defaultValue: 'eu', visibility: 'hidden' }),
  filterWidget('user', { member: 'users.name', defaultValue: 'ada', visibility: 'hidden' }),
]

const given = async () => {
  const owner = await server.admin()
  const { dashboard, params } = await givenBoard(server, owner, [], controls)
  const { api } = await givenViewer(server, owner, { securityContext: { shop: 7 } })
  type Body = Partial<Parameters<typeof api.listFilterChoices>[0]['body']>
  return {
    owner,
    params,
    choices: (body: Body = {}, of = params) =>
      api.listFilterChoices({ params: of, body: { versionId: dashboard.versionId, widgetId: 'status', ...body } }),
  }
}

const region = { member: 'orders.region', operator: 'equals', values: ['eu'] }

const it = test.extend('setup', () => given())

describe('listFilterChoices', () => {
  it('lists values of the member as the session sees them, and says whether there are more', async ({ setup: { choices } }) => {
    const columns = [['open', true, null]]
    engine().answer(answerWith(200, JSON.stringify({ data: { members: ['orders.status'], columns }, annotation: {} })))

    expect(await choices({ first: 2 })).toEqual({
      items: [
        { value: 'open', label: 'open' },
        { value: true, label: 'true' },
      ],
      hasMore: true,
    })
    expect(await choices({ first: 3 })).toMatchObject({ items: [{}, {}, { value: null, label: '' }], hasMore: false })
    const [asked] = engine().asked
    expect(asked && pinnedOf(asked)).toMatchObject({ ctx: { shop: 7 }, facet: { embed: true } })
    expect(engine().leases()).toBe(0)
  })

  it('lists times as text, which the engine takes when they are chosen', async ({ setup: { choices } }) => {
    const data = { members: ['orders.status'], columns: [['2026-01-02T03:04:05.000', null]] }
    const annotation = { dimensions: { 'orders.status': { type: 'time' } } }
    engine().answer(answerWith(200, JSON.stringify({ data, annotation })))

    expect((await choices()).items).toEqual([
      { value: '2026-01-02T03:04:05.000Z', label: '2026-01-02T03:04:05.000Z' },
      { value: null, label: '' },
    ])
  })

  it('narrows choices by search, locked filters and faceted filters', async ({ setup: { choices } }) => {
    const filters = [{ widgetId: 'plain', value: 'x' }]

    await choices({ search: 'Op', first: 10 })
    await choices({ filters })
    await choices({ filters: [{ widgetId: 'status', value: 'open' }], widgetId: 'plain' })

    expect(queriesOf(engine().asked)).toMatchObject([
      {
        dimensions: ['orders.status'],
        filters: [region, { member: 'orders.status', operator: 'contains', values: ['Op'] }],
        order: [['orders.status', 'asc']],
        limit: 11,
      },
      { filters: [{ member: 'orders.plain', operator: 'equals', values: ['x'] }, region] },
      { dimensions: ['orders.plain'], filters: [region] },
    ])
  })

  it('takes visible filters of the version that is shown', async ({ setup: { owner, choices } }) => {
    const { dashboard } = await givenDashboard(owner)

    expect(await refusalOf(choices({ widgetId: 'region' }))).toMatchObject({ status: 400, code: 'control_locked' })
    expect(await refusalOf(choices({ widgetId: 'elsewhere' }))).toMatchObject({ status: 400, code: 'widget_unknown' })
    expect(await refusalOf(choices({ versionId: 1 }))).toMatchObject({ status: 409, code: 'dashboard_republished' })
    expect(await refusalOf(choices({ filters: [{ widgetId: 'region', value: 'us' }] }))).toMatchObject({ code: 'control_locked' })
    const hidden = { dashboardPublicId: dashboard.publicId }
    expect(await refusalOf(choices({}, hidden))).toMatchObject({ status: 404, code: 'dashboard_not_found' })
    expect(engine().asked).toEqual([])
  })

  it('tells nothing to whom access was taken from while the engine listed them', async ({ setup: { owner, choices } }) => {
    const params = { embedSessionId: await newestSessionId(owner) }
    const answer = answerWith(200, JSON.stringify({ data: { members: ['orders.status'], columns: [['open']] }, annotation: {} }))
    engine().answer((request, response) => void owner.api.revokeEmbedSession({ params }).then(() => answer(request, response)))

    expect(await refusalOf(choices())).toMatchObject({ status: 401, code: 'embed_token_revoked' })
  })

  it('tells nothing of a dashboard that is not shared any more when the engine has listed them', async ({ setup: { choices } }) => {
    const answer = answerWith(200, JSON.stringify({ data: { members: ['orders.status'], columns: [['open']] }, annotation: {} }))
    engine().answer((request, response) => void server.query('delete from content_grants').then(() => answer(request, response)))

    expect(await refusalOf(choices())).toMatchObject({ status: 404, code: 'dashboard_not_found' })
  })

  it('says that the engine did not list them, never in its words', async ({ setup: { choices } }) => {
    engine().answer(answerWith(400, '{"error":"Error: column secret does not exist"}'))

    const refusal = await refusalOf(choices())

    expect(refusal).toMatchObject({ status: 422, code: 'choices_failed' })
    expect(JSON.stringify(refusal)).not.toContain('secret')
  })
})
