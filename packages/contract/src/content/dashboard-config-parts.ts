import type { TSchema } from 'typebox'
import { NoEffect } from '../no-effect.ts'
import { JsonObject, Maybe, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { dashboardThemeOf } from './dashboard-theme-parts.ts'
import { contentLimits } from './item-parts.ts'

type Form = '' | 'Input'

const Whole = Type.Integer({ minimum: 0, maximum: 1_000_000 })

const byBreakpoint = <T extends TSchema>(title: string, of: T) =>
  schema(title, { lg: Maybe(of), md: Maybe(of), sm: Maybe(of), xs: Maybe(of), xxs: Maybe(of) })

const layoutOf = (form: Form) =>
  schema(`DashboardLayout${form}`, {
    breakpoints: Maybe(byBreakpoint(`DashboardBreakpoints${form}`, Whole)),
    cols: Maybe(byBreakpoint(`DashboardBreakpointCols${form}`, Whole)),
    rowHeight: Maybe(Whole),
    margin: Maybe(Type.Array(Whole, { maxItems: 4 })),
    containerPadding: Maybe(Type.Array(Whole, { maxItems: 4 })),
  })

const Position = schema('DashboardWidgetPosition', { x: Whole, y: Whole, w: Whole, h: Whole })

export const DashboardWidgetType = OneOf('DashboardWidgetType', [
  'CHART',
  'TEXT',
  'FILTER',
  'AI',
  'TIME_GRAIN',
  'SPACER',
  'DIVIDER',
  'CONTAINER',
])

const WidgetConfig = Type.Unsafe<Record<string, unknown>>({
  ...JsonObject,
  description:
    'Kept as sent. Of a CHART, `reportId` is the numeric id of a report of the same workbook; of an AI widget, `threadId` and `checksum` tie it to a thread.',
})

const widgetOf = (form: Form) =>
  schema(`DashboardWidget${form}`, {
    id: Text(128, { minLength: 1, description: 'Unique in its dashboard.' }),
    type: DashboardWidgetType,
    position: Position,
    responsiveLayouts: Maybe(byBreakpoint(`DashboardResponsiveLayouts${form}`, Position)),
    config: Maybe(WidgetConfig),
    style: Maybe(JsonObject),
  })

const texts = (description: string) => Maybe(Type.Record(Type.String(), Type.String(), { maxProperties: 1000, description }))

const appOf = (form: Form) =>
  schema(
    `DashboardAppSource${form}`,
    {
      entry: Maybe(Text(255, { description: 'One of `files`.' })),
      files: texts('Path to text.'),
      html: Maybe(Type.String()),
      manifest: Maybe(
        schema(`DashboardAppManifest${form}`, { version: Maybe(Type.Integer()), dependencies: texts('Package to version.') }),
      ),
    },
    { description: 'The files of an app. Stored here, and never served from an origin that a credential of the platform reaches.' },
  )

/** `form` ends the names of the schemas: what is sent and what is answered have names of their own. */
const configOf = (form: Form) =>
  schema(
    `DashboardConfig${form}`,
    {
      kind: Maybe(NoEffect(OneOf('DashboardKind', ['CLASSIC', 'APP']), ['APP'])),
      title: Maybe(Text(1000)),
      description: Maybe(Text(10_000)),
      layout: Maybe(layoutOf(form)),
      theme: Maybe(dashboardThemeOf(form)),
      settings: Maybe(JsonObject),
      widgets: Maybe(Type.Array(widgetOf(form), { maxItems: contentLimits.widgets })),
      app: Maybe(NoEffect(appOf(form))),
    },
    {
      description: `What a dashboard shows. Without a kind it is CLASSIC. Fields that are not listed are kept as sent; ${contentLimits.configBytes} bytes as JSON at most, the files of an app among them.`,
    },
  )

export const DashboardConfig = configOf('')
export type DashboardConfig = Static<typeof DashboardConfig>
export type DashboardWidget = NonNullable<DashboardConfig['widgets']>[number]

export const DashboardConfigInput = configOf('Input')

export const exampleConfig: DashboardConfig = {
  kind: 'CLASSIC',
  title: 'Revenue',
  widgets: [{ id: 'revenue', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId: 3101 } }],
}
