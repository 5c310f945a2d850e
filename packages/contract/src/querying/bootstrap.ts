import { Dashboard, exampleDashboard } from '../content/dashboard-parts.ts'
import { operation } from '../operation.ts'
import { Id, JsonObject, Maybe, Nullable, OneOf, schema, type Static, strictSchema, Text, Type } from '../schema.ts'
import { AppTheme } from '../tenant/app-config.ts'
import { UserEmbedTheme } from '../embed/session-parts.ts'
import { exampleSessionId, exampleToken, GenerateEmbedTokenResponse, SessionId, sessionRefusals } from '../embed/tokens.ts'
import { WidgetControls } from './widget-data-parts.ts'

/** The languages that frames have. Of several regions of one language the first stands for all of it. */
export const embedLocales = [
  'en-US',
  'de-DE',
  'es-ES',
  'es-MX',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'nb-NO',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'vi-VN',
] as const

const EmbeddedChart = schema(
  'EmbeddedChart',
  {
    reportId: Id,
    vega: Maybe(
      Type.Unsafe<Record<string, unknown>>({ ...JsonObject, description: 'Vega 6, over the data set `rows`. Null where it is refused.' }),
    ),
    refusal: Maybe(schema('EmbeddedChartRefusal', { code: Type.String(), message: Type.String() })),
  },
  {
    description:
      'What is drawn of a chart of Vega-Lite: times as UTC, members as flat fields, the accent of the theme as the signal `facetAccent`.',
  },
)
export type EmbeddedChart = Static<typeof EmbeddedChart>

/** What a page must have loaded to draw the dashboard. */
export const EmbedPart = OneOf('EmbedPart', ['vega', 'geo', 'table', 'kpi', 'html', 'markdown', 'controls'])
export type EmbedPart = Static<typeof EmbedPart>

export const DashboardBootstrap = schema('DashboardBootstrap', {
  ...GenerateEmbedTokenResponse.properties,
  dashboard: Dashboard,
  charts: Type.Array(EmbeddedChart, {
    description: 'Of the reports of the dashboard that are charts of Vega-Lite, in the order of its snapshots.',
  }),
  controls: WidgetControls,
  parts: Type.Array(EmbedPart, { description: 'What the widgets need, so that a page loads it beside the data.' }),
  appTheme: Nullable(AppTheme),
  embedTheme: UserEmbedTheme,
  viewer: schema('EmbedViewer', {
    displayName: Nullable(Type.String()),
    picture: Nullable(Type.String({ description: 'Loaded by the browser alone; initials where that fails.' })),
    embedTenantName: Nullable(Type.String()),
  }),
  settings: schema('EmbedPageSettings', {
    showDashboardChat: Type.Boolean(),
    isCreatorMode: Type.Boolean(),
    isCreatorContent: Type.Boolean({
      description:
        'The dashboard was made by people in frames. Its charts are drawn in frames of no origin, which reach nothing of the page.',
    }),
    embedOrigins: Type.Array(Type.String(), {
      description: 'Who may be around the frame, as `frame-ancestors` of the page says too: whom its events are sent to.',
    }),
  }),
  locale: OneOf('EmbedLocale', [...embedLocales]),
  timezone: Nullable(Type.String({ description: 'An IANA name; null: as the data model says, which is UTC unless it says other.' })),
})
export type DashboardBootstrap = Static<typeof DashboardBootstrap>

export const bootstrapDashboard = operation({
  id: 'bootstrapDashboard',
  method: 'POST',
  database: 'steps',
  path: '/api/v1/embed/bootstrap',
  tag: 'Embed',
  summary: 'Exchange a session and get the dashboard of its frame, in one call; works once',
  description:
    'What a page in a frame sends first: exchangeSession and getDashboard at once, by their rules and with their errors, and beside them what the page is drawn with. The session id is the credential; an Authorization header is ignored. ' +
    'The session is used up also where the dashboard is then refused, or cannot be read at that moment (503): the next attempt needs a new one. `deploymentId`, where the address has one, must be that of the dashboard. ' +
    'A chart that may not be drawn has a `refusal` with the code `chart_not_allowed`; charts of versions from before are compiled by the first call. ' +
    '`locale` is that of the request, else that of the app config, else en-US; a language without its region, or with one that there is not, is the first of that language, and an unknown one is passed over. ' +
    '`timezone`, while the time zones of the app config are enabled: that of the request, else that of the dashboard (`settings.timezone`), of embedding, of the account; names that are no time zone are passed over.',
  body: strictSchema('BootstrapDashboardInput', {
    sessionId: SessionId,
    dashboardPublicId: Text(100, { minLength: 1 }),
    deploymentId: Maybe(Id),
    locale: Maybe(Text(35)),
    timezone: Maybe(Text(100)),
  }),
  returns: DashboardBootstrap,
  failures: [...sessionRefusals, 'dashboard_not_found', 'embedding_not_allowed'],
  action: null,
  reach: 'caller',
  credentials: [],
  skipsAutomaticAudit: true,
  own: true,
  example: {
    body: { sessionId: exampleSessionId, dashboardPublicId: exampleDashboard.publicId, locale: 'de-DE' },
    returns: {
      ...exampleToken,
      dashboard: exampleDashboard,
      charts: [],
      controls: [],
      parts: ['table'],
      appTheme: null,
      embedTheme: {},
      viewer: { displayName: 'Grace', picture: null, embedTenantName: 'acme-corp' },
      settings: { showDashboardChat: true, isCreatorMode: false, isCreatorContent: false, embedOrigins: ['https://app.acme.example'] },
      locale: 'de-DE',
      timezone: null,
    },
  },
})
