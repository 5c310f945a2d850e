import type { DashboardBootstrap } from '@facet/contract'
import { describe, expect, vi } from 'vitest'
import { Failure } from '#kernel/failure'
import {
  type Actor,
  chartOf,
  configOf,
  expectTokenGood,
  givenDashboard,
  givenGrant,
  givenReportOf,
  givenSession,
  givenWorkbook,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('shown', ({ owner }) => givenShown(owner, []))
const spec = { mark: 'bar', encoding: { x: { field: 'orders.status' } } }
const loading = { ...spec, data: { url: 'https://evil.example/rows.json' } }

const shareWithAll = (owner: Actor, workbookId: number) =>
  givenGrant(server, owner, workbookId, { grantee_kind: 'all_embed_users' }, 'view')

/** A published dashboard of these reports and widgets that every embed user may see. */
const givenShown = async (owner: Actor, metas: Record<string, unknown>[], widgets: Parameters<typeof configOf> = []) => {
  const { params } = await givenWorkbook(owner)
  const reportIds: number[] = []
  for (const meta of metas) reportIds.push(await givenReportOf(owner, params, { meta }))
  const config = configOf(...reportIds.map((id) => chartOf(id)), ...widgets)
  const { publicId } = await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, config } })
  await shareWithAll(owner, params.workbookId)
  return { dashboardPublicId: publicId, reportIds, params }
}

type Wishes = { deploymentId?: number; locale?: string; timezone?: string }
const bootstrap = async (owner: Actor, dashboardPublicId: string, wishes: Wishes = {}): Promise<DashboardBootstrap> => {
  const { sessionId } = await givenSession(owner)
  return server.anonymous(owner).bootstrapDashboard({ body: { sessionId, dashboardPublicId, ...wishes } })
}

describe('bootstrapDashboard', () => {
  it('answers with a token that works, the dashboard as getDashboard shows it, and what the page is drawn with', async ({ owner }) => {
    const widget = { position: { x: 0, y: 0, w: 1, h: 1 } }
    const { dashboardPublicId, reportIds } = await givenShown(
      owner,
      [{ kind: 'vega', spec }, { kind: 'kpi' }, {}],
      [
        { ...widget, id: 'note', type: 'TEXT' },
        { ...widget, id: 'status', type: 'FILTER' },
      ],
    )
    const embedOrigins = ['https://app.acme.example']
    await owner.api.updateTenantSettings({ body: { embedOrigins } })
    const profile = { displayName: 'Grace', picture: 'https://pictures.example/grace.png' }
    const { sessionId } = await givenSession(owner, {
      embedTenantName: 'acme-corp',
      userProfile: profile,
      settings: { showDashboardChat: false },
      embedTheme: { primaryColor: '#123456' },
    })

    const answer = await server
      .anonymous(owner)
      .bootstrapDashboard({ body: { sessionId, dashboardPublicId, deploymentId: owner.deploymentId } })

    expect(answer).toMatchObject({
      expires_in: 86_400,
      charts: [{ reportId: reportIds[0], vega: { $schema: 'https://vega.github.io/schema/vega/v6.json' } }],
      viewer: { ...profile, embedTenantName: 'acme-corp' },
      settings: { showDashboardChat: false, isCreatorMode: false, isCreatorContent: false, embedOrigins },
      embedTheme: { primaryColor: '#123456' },
      appTheme: null,
      locale: 'en-US',
      timezone: null,
    })
    expect(answer.parts.toSorted()).toEqual(['controls', 'kpi', 'markdown', 'table', 'vega'])
    expect(answer.dashboard).toEqual(await server.clientFor(owner, answer.token).getDashboard({ params: { dashboardPublicId } }))
    await expectTokenGood(server, owner, answer.token)
  })

  it('returns visible controls with the types and defaults that rows are asked with', async ({ owner }) => {
    const widget = (id: string, type: 'FILTER' | 'TIME_GRAIN', config: Record<string, unknown>) => ({
      id,
      type,
      config,
      position: { x: 0, y: 0, w: 1, h: 1 },
    })
    const { params } = await givenWorkbook(owner)
    const jsonQuery = '{"timeDimensions":[{"dimension":"orders.created_at","granularity":"day"}]}'
    const reportId = await givenReportOf(owner, params, { jsonQuery })
    const config = configOf(
      chartOf(reportId, 'days'),
      widget('period', 'FILTER', { member: 'orders.created_at', operator: 'between' }),
      widget('region', 'FILTER', { member: 'orders.region', visibility: 'disabled', defaultAttribute: 'region', defaultValue: ['US'] }),
      widget('amount', 'FILTER', { member: 'orders.amount', defaultValue: 5 }),
      widget('secret', 'FILTER', { member: 'orders.margin', visibility: 'hidden', defaultValue: [7] }),
      widget('by', 'TIME_GRAIN', { member: 'orders.created_at', defaultGrain: 'month' }),
    )
    const { publicId } = await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, config } })
    await shareWithAll(owner, params.workbookId)

    expect((await bootstrap(owner, publicId)).controls).toEqual([
      {
        widgetId: 'period',
        kind: 'filter',
        member: 'orders.created_at',
        operator: 'between',
        value: null,
        visibility: 'visible',
        valueType: 'time',
      },
      {
        widgetId: 'region',
        kind: 'filter',
        member: 'orders.region',
        operator: 'equals',
        value: ['US'],
        visibility: 'disabled',
        valueType: null,
      },
      {
        widgetId: 'amount',
        kind: 'filter',
        member: 'orders.amount',
        operator: 'equals',
        value: [5],
        visibility: 'visible',
        valueType: 'number',
      },
      {
        widgetId: 'by',
        kind: 'grain',
        member: 'orders.created_at',
        operator: null,
        value: 'month',
        visibility: 'visible',
        valueType: null,
      },
    ])
  })

  it('is answered as an exchange is, and uses the session up', async ({ owner, shown: { dashboardPublicId } }) => {
    const { sessionId } = await givenSession(owner)
    const page = server.anonymous(owner)
    const unknown = { sessionId: 'session', dashboardPublicId }
    expect(await refusalOf(page.bootstrapDashboard({ body: unknown }))).toMatchObject({ status: 401, code: 'session_unknown' })

    await page.bootstrapDashboard({ body: { sessionId, dashboardPublicId } })

    const used = { status: 401, code: 'session_used' }
    expect(await refusalOf(page.bootstrapDashboard({ body: { sessionId, dashboardPublicId } }))).toMatchObject(used)
    expect(await refusalOf(page.exchangeSession({ body: { sessionId } }))).toMatchObject(used)
  })

  it('says that the session was used up where something is short only after that', async ({ owner, shown: { dashboardPublicId } }) => {
    const short = new Failure('service_unavailable', 'Repeat the request in a moment.', { retryAfterSeconds: 1 })
    const finding = vi.spyOn(server.services().embed.callers, 'find').mockRejectedValueOnce(short)

    const refusal = await refusalOf(bootstrap(owner, dashboardPublicId))

    expect(refusal).toMatchObject({ status: 503, code: 'service_unavailable', message: expect.stringContaining('Ask for a new session') })
    finding.mockRestore()
  })

  it('shows what getDashboard would show and nothing else', async ({ owner, dashboard: { dashboard, params } }) => {
    const notFound = { status: 404, code: 'dashboard_not_found' }
    expect(await refusalOf(bootstrap(owner, dashboard.publicId))).toMatchObject(notFound)
    const { embedTenantName, sessionId } = {
      embedTenantName: 'acme-corp',
      ...(await givenSession(owner, { embedTenantName: 'acme-corp' })),
    }
    await owner.api.updateEmbedAccess({ params, body: { embedTenantName, action: 'read' } })
    const inFrame = { sessionId, dashboardPublicId: dashboard.publicId }

    expect(await refusalOf(server.anonymous(owner).bootstrapDashboard({ body: inFrame }))).toMatchObject({ code: 'embedding_not_allowed' })
    await shareWithAll(owner, params.workbookId)
    expect(await bootstrap(owner, dashboard.publicId)).toMatchObject({ dashboard: { publicId: dashboard.publicId } })
    expect(await refusalOf(bootstrap(owner, dashboard.publicId, { deploymentId: owner.deploymentId + 1 }))).toMatchObject(notFound)
  })

  it('says of what people in frames made that they did', async ({ owner, creator }) => {
    const embedTenantName = creator.embedTenantName ?? ''
    const colleague = await givenSession(owner, { creatorMode: true, embedTenantName })
    const { dashboard, params } = await givenDashboard(creator)
    const organisation = { grantee_kind: 'organisation', embed_tenant_id: creator.embedTenantId } as const
    await givenGrant(server, owner, params.workbookId, organisation, 'view')

    const body = { sessionId: colleague.sessionId, dashboardPublicId: dashboard.publicId }
    expect((await server.anonymous(owner).bootstrapDashboard({ body })).settings).toMatchObject({
      isCreatorMode: true,
      isCreatorContent: true,
    })
  })

  it('compiles charts of versions from before once, keeps them, and refuses those that may not be drawn', async ({ owner }) => {
    const { dashboardPublicId, reportIds } = await givenShown(owner, [{ kind: 'vega', spec }, { kind: 'table' }])
    const { query } = server.database()
    const kept = () => query<{ report_id: string }>('select report_id from dashboard_charts where tenant_id = $1', [owner.tenantId])
    await query('delete from dashboard_charts where tenant_id = $1', [owner.tenantId])
    await query(`update dashboard_versions set snapshots = jsonb_set(snapshots, '{1,meta}', $2) where tenant_id = $1`, [
      owner.tenantId,
      JSON.stringify({ kind: 'vega', spec: loading }),
    ])

    for (let look = 0; look < 2; look++) {
      const { charts, parts } = await bootstrap(owner, dashboardPublicId)
      expect(charts).toMatchObject([
        { reportId: reportIds[0], vega: {} },
        { reportId: reportIds[1], vega: null, refusal: { code: 'chart_not_allowed' } },
      ])
      expect(charts[1]?.refusal?.message).toContain('at /data')
      expect(parts).toEqual(['vega'])
      expect(await kept()).toHaveLength(2)
    }
    await query(`update dashboard_charts set compiler = 'older', vega = '{}' where tenant_id = $1 and vega is not null`, [owner.tenantId])
    expect((await bootstrap(owner, dashboardPublicId)).charts[0]?.vega).toHaveProperty('$schema')
  })

  it('takes what the session says of the chat before what the tenant says', async ({ owner, shown: { dashboardPublicId } }) => {
    await owner.api.updateAppConfig({ body: { embedding: { showDashboardChat: false } } })
    const shown = async (settings?: { showDashboardChat: boolean }) => {
      const { sessionId } = await givenSession(owner, settings ? { settings } : {})
      const answer = await server.anonymous(owner).bootstrapDashboard({ body: { sessionId, dashboardPublicId } })
      return answer.settings.showDashboardChat
    }

    expect([await shown(), await shown({ showDashboardChat: true })]).toEqual([false, true])
  })

  it('decides language and time zone from the most particular wish that can be met', async ({ owner, shown: { dashboardPublicId } }) => {
    const decided = async (wishes: Wishes = {}) => {
      const { locale, timezone } = await bootstrap(owner, dashboardPublicId, wishes)
      return [locale, timezone]
    }
    expect(await decided({ locale: 'pt_BR' })).toEqual(['pt-BR', null])
    const wish = { locale: 'es-AR', timezone: 'Asia/Tokyo' }
    expect(await decided(wish)).toEqual(['es-ES', null])
    const embedding = { locale: 'de-DE', timezone: 'Europe/Berlin' }
    await owner.api.updateAppConfig({ body: { embedding, timezoneSettings: { enabled: true, timezone: 'Europe/Oslo' } } })

    expect(await decided()).toEqual(['de-DE', 'Europe/Berlin'])
    expect(await decided(wish)).toEqual(['es-ES', 'Asia/Tokyo'])
    expect(await decided({ locale: 'tlh', timezone: '+02:00' })).toEqual(['de-DE', 'Europe/Berlin'])
  })
})
