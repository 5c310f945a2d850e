import { exampleDashboard } from '../content/dashboard-parts.ts'
import { operation } from '../operation.ts'
import { Text, Type } from '../schema.ts'
import { FilterChoices, FilterChoicesInput, queryingLimits, WidgetDataInput, WidgetDataLine } from './widget-data-parts.ts'

const params = Type.Object({ dashboardPublicId: Text(100, { minLength: 1 }) })
const exampleParams = { dashboardPublicId: exampleDashboard.publicId }
const common = {
  method: 'POST',
  database: 'steps',
  tag: 'Embed',
  params,
  action: null,
  reach: 'caller',
  credentials: ['embed'],
  skipsAutomaticAudit: true,
  own: true,
} as const
const refusals = [
  'dashboard_not_found',
  'embedding_not_allowed',
  'dashboard_republished',
  'widget_unknown',
  'control_unknown',
  'control_locked',
  'control_value_invalid',
] as const

export const streamWidgetData = operation({
  ...common,
  id: 'streamWidgetData',
  path: '/api/v1/embed/dashboard/{dashboardPublicId}/data',
  summary: 'Get the data of widgets of a published dashboard, each as soon as it is there',
  description:
    'For pages in frames, with the embed token. Whoever may get the dashboard may ask, and sees what the security context of the session lets them see. Nobody sends a query: the ids of CHART widgets name reports of the published version, whose queries are asked with the values of the FILTER and TIME_GRAIN widgets of the dashboard. ' +
    'A filter applies to every chart that reads the view or cube of its member, a grain to every chart that groups by its time dimension, unless `controls` of the chart says another member for it, or null. What holds is the value that was sent, else the attribute of the user that the widget names, where it is not empty, else its default. ' +
    'A value that is sent as null, or not at all, takes the filter away. Hidden and disabled controls always have their own value, and sending one for them is refused. Where the filters, or the grains, that the viewer may change make a query that cannot be answered, the chart is answered without all of that kind, with a note; what is hidden or disabled is never left out, and where it cannot be asked the chart fails (`control_value_invalid`). A warehouse that is busy or away is no reason to leave anything out. ' +
    `Without a limit of its own a report has ${queryingLimits.rows} rows, and ${queryingLimits.maxRows} at most; \`isTruncated\` says that there are more. Equal queries are asked once. ` +
    'A line `failed` has the code of the API, or one of `sql_needs_addon`, `report_without_query`, `control_value_invalid`, `result_too_large`, `member_denied`, `cube_without_access_policy`, `rollup_only`, `scope_missing`, `invalid_query`, `query_failed`; what the engine said is in the log of the deployment. ' +
    'When the token ends meanwhile, what is still under way is cut.',
  body: WidgetDataInput,
  returns: WidgetDataLine,
  streams: 'application/x-ndjson',
  failures: [...refusals, 'widget_without_data'],
  example: {
    params: exampleParams,
    body: { versionId: exampleDashboard.versionId, widgetIds: ['revenue'] },
    returns: {
      type: 'data',
      widgetIds: ['revenue'],
      columns: [
        {
          member: 'orders.revenue',
          aliases: [],
          title: 'Orders Revenue',
          shortTitle: 'Revenue',
          type: 'number',
          kind: 'measure',
          granularity: null,
          format: 'currency',
          currency: 'EUR',
          isAdditive: true,
          comparison: null,
        },
      ],
      rowCount: 1,
      values: [['250.5']],
      isTruncated: false,
      refreshedAt: '2026-11-16T12:00:00.000Z',
      notes: [],
    },
  },
})

export const listFilterChoices = operation({
  ...common,
  id: 'listFilterChoices',
  path: '/api/v1/embed/dashboard/{dashboardPublicId}/choices',
  summary: 'List values that a filter of a published dashboard may be set to',
  description:
    'For pages in frames, with the embed token, by the rules of streamWidgetData. The values of the member of a visible FILTER widget, as far as the session sees them, in order. ' +
    'Hidden and disabled filters of the same view always narrow them; the others do where the widget is faceted (`isFaceted`), with the values of `filters`. `controls` of the widget names the member that another filter means here, or null, as that of a chart does. Times are text (ISO 8601).',
  body: FilterChoicesInput,
  returns: FilterChoices,
  isLong: true,
  failures: [...refusals, 'choices_failed', 'no_build', 'engine_starting', 'engine_failed', 'engine_unavailable'],
  example: {
    params: exampleParams,
    body: { versionId: exampleDashboard.versionId, widgetId: 'status', search: 'ship', first: 20 },
    returns: { items: [{ value: 'shipped', label: 'shipped' }], hasMore: false },
  },
})
