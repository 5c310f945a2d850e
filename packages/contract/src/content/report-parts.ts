import { actions } from '../actions.ts'
import { Id, JsonObject, Maybe, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { contentLimits, exampleOwner, FolderIdOrRoot, IsFavorite, itemFields, ItemName, itemPlaces, ResourceOwner } from './item-parts.ts'

export const PublicId = Type.String({ pattern: '^[0-9A-Za-z]+$', minLength: 12, maxLength: 12 })

const Members = Type.Array(Text(1000), { maxItems: 1000 })
const pivotFields = { rows: Members, columns: Members, measures: Members, filters: Members }
export const PivotItems = schema('PivotItems', pivotFields)
const PivotItemsInput = schema('PivotItemsInput', pivotFields)

export const ReportSource = OneOf('ReportSource', ['GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3'])

export const ReportMeta = Type.Unsafe<Record<string, unknown>>({
  ...JsonObject,
  description: `Of the client, kept as sent; ${contentLimits.metaBytes} bytes as JSON at most. Where \`kind\` is \`vega\`, \`spec\` is Vega-Lite without data, as an object or as JSON text, and is held to the allow-list of charts.`,
})

const ReportPlacement = schema('ReportPlacement', {
  workbookId: Type.String({ description: 'Id of the spreadsheet, which is no workbook of the platform.' }),
  resultLocation: Type.String(),
  endResultCell: Maybe(Type.String()),
})

const RoleWithAccess = schema('RoleWithAccess', {
  id: Id,
  name: Type.String(),
  actions: Type.Array(OneOf('RoleAction', [...actions])),
})

/** What a report says and runs; a snapshot freezes the same. */
export const reportTexts = {
  title: Maybe(Type.String()),
  description: Maybe(Type.String()),
  sqlQuery: Maybe(Type.String()),
  meta: Maybe(JsonObject),
}

export const reportFields = {
  ...reportTexts,
  jsonQuery: Maybe(Type.String({ description: 'The JSON text of a query of the data API.' })),
  pivotItems: Maybe(PivotItems),
  workbookId: Maybe(Id),
  source: Maybe(ReportSource),
  version: Maybe(Type.Integer({ minimum: 1, description: '1 when created, one more with every change of what it says or runs.' })),
  refreshedBy: Maybe(Type.Integer({ minimum: 1 })),
  canEdit: Maybe(Type.Boolean({ description: 'Whether the caller may change it.' })),
  canManage: Maybe(Type.Boolean({ description: 'Whether the caller may delete, move and share it.' })),
  rolesWithAccess: Maybe(Type.Array(RoleWithAccess, { description: 'Never filled: roles say what one may do at all, not to which item.' })),
  externalWorkbookId: Maybe(
    Type.String({ description: 'With the two below: the newest of its placements. Null in a change removes that one.' }),
  ),
  resultLocation: Maybe(Type.String()),
  endResultCell: Maybe(Type.String()),
  externalWorkbookPlacements: Maybe(Type.Array(ReportPlacement, { description: 'One for each spreadsheet, the newest first.' })),
  isFavorite: IsFavorite,
}

export const Report = schema('Report', {
  ...itemFields,
  ...reportFields,
  publicId: PublicId,
  folderId: Maybe(Id),
  userId: Type.Integer({ minimum: 0, description: 'The owner; 0 where there is none.' }),
  user: ResourceOwner,
  refreshedByUser: ResourceOwner,
})
export type Report = Static<typeof Report>

export const exampleReport: Report = {
  id: 3101,
  name: 'Revenue by month',
  type: 'REPORT',
  ...itemPlaces,
  publicId: 'k3V9qdLm20Za',
  folderId: 2001,
  folderPath: [{ id: 2001, name: 'Finance' }],
  workbookId: null,
  jsonQuery: '{"measures":["orders.revenue"],"timeDimensions":[{"dimension":"orders.created_at","granularity":"month"}]}',
  userId: 7,
  user: exampleOwner,
  refreshedByUser: exampleOwner,
  createdBy: 7,
  canEdit: true,
  canManage: true,
  version: 1,
}

const Query = Text(contentLimits.queryCharacters)
const place = {
  externalWorkbookId: Text(255, { minLength: 1, description: 'Id of a spreadsheet.' }),
  resultLocation: Text(1000),
  endResultCell: Maybe(Text(1000)),
}

const changes = {
  name: Maybe(ItemName),
  title: Maybe(Text(1000)),
  description: Maybe(Text(10_000, { description: 'Own: the reference has it in answers alone.' })),
  folderId: Maybe(FolderIdOrRoot),
  workbookId: Maybe(Id),
  jsonQuery: Maybe(Query),
  sqlQuery: Maybe(Query),
  pivotItems: Maybe(PivotItemsInput),
  meta: Maybe(ReportMeta),
  publicId: Maybe(PublicId),
  externalWorkbookId: Maybe(place.externalWorkbookId),
  resultLocation: Maybe(place.resultLocation),
  endResultCell: place.endResultCell,
}

export const CreateReportInput = schema('CreateReportInput', {
  ...changes,
  source: Maybe(ReportSource),
})
export const UpdateReportInput = schema('UpdateReportInput', changes)
export const ConnectReportToWorkbookInput = schema('ConnectReportToWorkbookInput', place)
