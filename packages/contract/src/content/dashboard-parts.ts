import { Id, JsonObject, Maybe, Nullable, OneOf, schema, type Static, Type } from '../schema.ts'
import { DashboardConfig, exampleConfig } from './dashboard-config-parts.ts'
import { CalculatedFields } from './item-parts.ts'
import { PivotItems, PublicId, reportTexts } from './report-parts.ts'

const ColumnFormat = schema('ColumnFormatOverride', {
  type: OneOf('ColumnFormatType', ['currency', 'percent', 'number']),
  decimalPlaces: Maybe(Type.Integer()),
})

const PeriodComparison = schema('PeriodComparison', {
  measure: Type.String(),
  timeDimension: Type.String(),
  offset: schema('PeriodComparisonOffset', { amount: Type.Integer(), unit: Type.String() }),
  outputs: Maybe(Type.Array(Type.String())),
})

export const ReportSnapshot = schema(
  'ReportSnapshot',
  {
    id: Id,
    versionId: Type.Integer({ minimum: 1, description: 'Own: what python-run takes as `reportVersionId`; the same as `id`.' }),
    reportId: Id,
    versionNumber: Type.Integer({ minimum: 1, description: 'The `version` of the report when it was published.' }),
    name: Maybe(Type.String()),
    ...reportTexts,
    publicId: Type.Optional(PublicId),
    jsonQuery: Maybe(Type.String({ description: 'Own: what the page runs.' })),
    pivotItems: Maybe(PivotItems),
    calculatedFields: Type.Optional(CalculatedFields),
    kind: Maybe(OneOf('ReportSnapshotKind', ['vega', 'table', 'kpi', 'html', 'map'])),
    spec: Maybe(Type.Union([Type.String(), JsonObject])),
    isSourceReport: Maybe(Type.Boolean()),
    preferences: Maybe(schema('ReportSnapshotPreferences', { columnFormats: Maybe(Type.Record(Type.String(), ColumnFormat)) })),
    fillMissingRows: Maybe(schema('FillMissingRows', { member: Type.String(), excludedDimensions: Maybe(Type.Array(Type.String())) })),
    periodComparisons: Maybe(Type.Array(PeriodComparison)),
  },
  {
    description:
      'A report as it was when the dashboard was published. `kind`, `spec`, `preferences`, `fillMissingRows` and `periodComparisons` are those of its `meta`, where they have this form.',
  },
)
export type ReportSnapshot = Static<typeof ReportSnapshot>

export const Dashboard = schema('Dashboard', {
  id: Id,
  publicId: PublicId,
  deploymentId: Id,
  workbookId: Id,
  status: OneOf('DashboardStatus', ['draft', 'published', 'archived']),
  allowEmbed: Type.Boolean(),
  title: Maybe(Type.String()),
  description: Maybe(Type.String()),
  config: DashboardConfig,
  versionNumber: Type.Integer({ minimum: 1 }),
  versionId: Id,
  reportSnapshots: Type.Array(ReportSnapshot, { description: 'In the order in which widgets name them, each once.' }),
  createdBy: Maybe(Type.Integer({ minimum: 1, description: 'Who published this version. Not shown to embed sessions.' })),
  restrictDataDownload: Maybe(Type.Boolean({ description: 'Whether the caller may not download data.' })),
  useBoardDashboards: Maybe(Type.Boolean({ description: 'Always null here.' })),
  fromSharedWorkspace: Maybe(Type.Boolean({ description: 'True where a creator looks at one that is shared from the console.' })),
})
export type Dashboard = Static<typeof Dashboard>

export const exampleDashboard: Dashboard = {
  id: 4001,
  publicId: 'Zp81xLwQm3aB',
  deploymentId: 1042,
  workbookId: 2101,
  status: 'published',
  allowEmbed: true,
  title: 'Revenue',
  description: null,
  config: exampleConfig,
  versionNumber: 3,
  versionId: 4103,
  reportSnapshots: [
    {
      id: 4203,
      versionId: 4203,
      reportId: 3101,
      versionNumber: 1,
      name: 'Revenue by month',
      publicId: 'k3V9qdLm20Za',
      jsonQuery: '{"measures":["orders.revenue"]}',
    },
  ],
  createdBy: 7,
}

export const WorkbookDashboard = schema('WorkbookDashboard', {
  dashboardDraft: Maybe(DashboardConfig),
  dashboardPublished: Maybe(DashboardConfig),
})

const TextChange = schema('DashboardTextChange', { from: Nullable(Type.String()), to: Nullable(Type.String()) })
const Keys = Type.Array(Type.String())

/** What differs between two states of a dashboard, by name and not by value: documents are large. */
export const DashboardComparison = schema('DashboardComparison', {
  from: Type.Integer({ minimum: 1 }),
  to: Nullable(Type.Integer({ minimum: 1, description: 'Null: the draft.' })),
  isSame: Type.Boolean(),
  title: Nullable(TextChange),
  description: Nullable(TextChange),
  config: { ...Keys, description: 'Fields of the configuration that differ, widgets aside.' },
  widgets: schema('DashboardWidgetChanges', {
    added: Keys,
    removed: Keys,
    changed: Type.Array(schema('DashboardWidgetChange', { id: Type.String(), fields: Keys })),
  }),
  reports: schema('DashboardReportChanges', {
    added: Type.Array(Id),
    removed: Type.Array(Id),
    changed: Type.Array(schema('DashboardReportChange', { reportId: Id, name: Nullable(Type.String()), fields: Keys })),
  }),
})
export type DashboardComparison = Static<typeof DashboardComparison>
