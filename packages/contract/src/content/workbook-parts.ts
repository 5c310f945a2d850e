import { Id, Maybe, schema, type Static, Text, Type } from '../schema.ts'
import { DashboardConfig, DashboardConfigInput, exampleConfig } from './dashboard-config-parts.ts'
import { Dashboard } from './dashboard-parts.ts'
import {
  CalculatedFields,
  contentLimits,
  exampleOwner,
  FolderIdOrRoot,
  IsFavorite,
  itemFields,
  ItemName,
  itemPlaces,
  ResourceOwner,
} from './item-parts.ts'

type Meta = Record<string, unknown> & { dashboardDraft?: DashboardConfig | null }

const metaOf = (title: string, config: typeof DashboardConfig) =>
  Type.Unsafe<Meta>(
    Type.Object(
      { dashboardDraft: Maybe(config) },
      {
        title,
        additionalProperties: true,
        description: `Of the client, kept as sent; ${contentLimits.metaBytes} bytes as JSON at most, without \`dashboardDraft\`, which is the draft of the dashboard.`,
      },
    ),
  )

/** Whatever clients keep with a workbook. The draft in it is held to its schema on every way in. */
export const WorkbookMeta = metaOf('WorkbookMeta', DashboardConfig)
const WorkbookMetaInput = metaOf('WorkbookMetaInput', DashboardConfigInput)

export const workbookFields = {
  folderId: Maybe(Id),
  userId: Maybe(Type.Integer({ minimum: 0, description: 'The owner; null where there is none.' })),
  user: Maybe(ResourceOwner),
  slug: Maybe(Type.String({ description: 'Unique in the deployment; what links of the data model name.' })),
  isFavorite: IsFavorite,
  dashboardDraft: Maybe(DashboardConfig),
  dashboardPublished: Maybe(DashboardConfig),
  publishedDashboard: Maybe(Dashboard),
}

export const Workbook = schema('Workbook', { ...itemFields, meta: WorkbookMeta, calculatedFields: CalculatedFields, ...workbookFields })
export type Workbook = Static<typeof Workbook>

export const exampleWorkbook: Workbook = {
  id: 2101,
  name: 'Revenue',
  type: 'WORKBOOK',
  ...itemPlaces,
  meta: { dashboardDraft: exampleConfig },
  calculatedFields: {},
  slug: 'revenue',
  folderId: 2001,
  folderPath: [{ id: 2001, name: 'Finance' }],
  userId: 7,
  user: exampleOwner,
  createdBy: 7,
  isFavorite: false,
  dashboardDraft: exampleConfig,
  dashboardPublished: null,
  publishedDashboard: null,
}

const changes = {
  name: Maybe(ItemName),
  folderId: Maybe(FolderIdOrRoot),
  meta: Maybe(WorkbookMetaInput),
  calculatedFields: Maybe(CalculatedFields),
}
export const CreateWorkbookInput = schema('CreateWorkbookInput', changes)
export const UpdateWorkbookInput = schema('UpdateWorkbookInput', {
  ...changes,
  slug: Maybe(Text(200, { description: 'Trimmed and put in lowercase; null or empty clears it.' })),
  slugTakeover: Maybe(Type.Boolean({ description: 'Take the slug from the workbook that has it.' })),
})
