import {
  type AppConfig,
  type bootstrapDashboard as contract,
  type DashboardBootstrap,
  type EmbeddedChart,
  getDashboard,
} from '@facet/contract'
import { type Caller, requireCaller } from '#access'
import type { ChangingContext, Handler } from '#context'
import { drawCharts, type KeptChart } from '#domains/content/charts'
import { dashboardView } from '#domains/content/dashboards'
import { dashboardNotFound, type Embedded, requireEmbedded } from '#domains/content/embed-access'
import { consoleWorkspace } from '#domains/content/items'
import { userAttributesOf } from '#domains/embed/security-context'
import { exchange, sessionItem, sessionRevoked, tokenFor } from '#domains/embed/tokens'
import { controlsAtStart, timeZoneOf } from '#domains/querying/widget-data'
import { getConfig, getThemeOf } from '#domains/tenant/app-config'
import { Failure } from '#kernel/failure'
import { localeOf } from './locale-rules.ts'
import { neededParts } from './needed-parts.ts'

type Body = Parameters<Handler<typeof contract>>[0]['body']
type Page = Embedded & { config: AppConfig; embedTheme: DashboardBootstrap['embedTheme'] }

const isEnded = (error: unknown): boolean => error instanceof Failure && error.code.startsWith('embed_token_')

/** Looked up as every request with this token would be: what ended since the exchange is seen here, and told as of the session. */
const viewerOf = async ({ embed, caller }: ChangingContext, token: string): Promise<Caller> => {
  try {
    const viewer = await embed.callers.find(caller.tenantId, token)
    if (viewer) return viewer
  } catch (error) {
    if (!isEnded(error)) throw error
  }
  throw sessionRevoked()
}

/** The dashboard, by the rule of getDashboard and for the caller that the token is of, and how the tenant shows it. */
const readPage = (context: ChangingContext, viewer: Caller, { dashboardPublicId, deploymentId }: Body): Promise<Page> =>
  context.read(async (db) => {
    const asViewer = { ...context, db, caller: viewer, operation: getDashboard }
    const embedded = await requireEmbedded(asViewer, dashboardPublicId)
    if (deploymentId != null && embedded.dashboard.deployment_id !== deploymentId) throw dashboardNotFound(dashboardPublicId)
    const access = requireCaller({ caller: viewer, operation: context.operation })
    return { ...embedded, config: await getConfig(db, access), embedTheme: await getThemeOf(db, access) }
  })

const chartView = (chart: KeptChart): EmbeddedChart =>
  'vega' in chart
    ? { reportId: chart.reportId, vega: chart.vega }
    : { reportId: chart.reportId, vega: null, refusal: { code: 'chart_not_allowed', message: chart.problem } }

type Settings = DashboardBootstrap['settings']

const settingsOf = ({ embed }: Caller, { embedding }: AppConfig): Pick<Settings, 'showDashboardChat' | 'isCreatorMode'> => {
  const settings = embed?.document['settings'] as { showDashboardChat?: unknown } | undefined
  const said = [settings?.showDashboardChat, embedding?.showDashboardChat].find((value) => typeof value === 'boolean')
  return { showDashboardChat: said ?? true, isCreatorMode: embed?.isCreatorMode ?? false }
}

/** To repeat the request would be refused: the exchange stands. */
const asUsed = (error: unknown): unknown =>
  error instanceof Failure && error.kind === 'unavailable'
    ? new Failure(
        error.code,
        `The session was used up, and then the dashboard could not be read. Ask for a new session. ${error.message}`,
        {
          cause: error.cause,
        },
      )
    : error

const readShown = async (
  context: ChangingContext,
  token: Awaited<ReturnType<typeof tokenFor>>,
  body: Body,
): Promise<DashboardBootstrap> => {
  const viewer = await viewerOf(context, token.token)
  const { dashboard, workspace, isFromSharedWorkspace, config, embedTheme } = await readPage(context, viewer, body)
  const tenant = await context.embed.settings.find(viewer.tenantId, '')
  const version = { tenantId: workspace.tenantId, versionId: dashboard.version_id }
  const charts = await drawCharts(context, version, dashboard.snapshots)
  const view = dashboardView(dashboard, workspace)
  const { displayName = null, picture = null, embedTenantName = null } = viewer.embed?.identity ?? {}
  return {
    ...token,
    dashboard: { ...view, fromSharedWorkspace: isFromSharedWorkspace },
    charts: charts.map(chartView),
    controls: controlsAtStart(dashboard, viewer.embed ? userAttributesOf(viewer.embed.identity) : {}),
    parts: neededParts(dashboard.config, view.reportSnapshots, charts),
    appTheme: config.appTheme ?? null,
    embedTheme,
    viewer: { displayName, picture, embedTenantName },
    settings: {
      ...settingsOf(viewer, config),
      isCreatorContent: workspace.embedTenantId !== consoleWorkspace,
      embedOrigins: tenant?.embedOrigins ?? [],
    },
    locale: localeOf(body.locale, config.embedding?.locale),
    timezone: timeZoneOf(config, dashboard.config, body.timezone),
  }
}

export const bootstrapDashboard: Handler<typeof contract> = async ({ body }, context) => {
  const grant = await exchange(context, sessionItem(context, body.sessionId))
  try {
    return await readShown(context, await tokenFor(context, grant), body)
  } catch (error) {
    throw asUsed(error)
  }
}
