import type { TSchema } from 'typebox'
import { PageInfo } from '../paging.ts'
import { Id, JsonObject, Maybe, OneOf, schema, type Static, Text, Timestamp, Type } from '../schema.ts'

/** Sizes of what people may store. Documents are counted in bytes as JSON, texts in characters. */
export const contentLimits = {
  folderDepth: 10,
  metaBytes: 1_048_576,
  calculatedFieldsBytes: 262_144,
  queryCharacters: 262_144,
  configBytes: 2_097_152,
  widgets: 500,
  /** All reports of a version together, each with the calculated fields of its workbook. */
  snapshotsBytes: 8_388_608,
  /** What the charts of a version compile to, together. */
  chartsBytes: 8_388_608,
  bulkItems: 100,
  /** Of one dashboard, the newest. */
  dashboardVersions: 100,
  grants: 1000,
  /** Changes of access that the preview of a move lists for one item. */
  movedGrantees: 50,
  /** A page ends early rather than hold more documents than this. */
  pageBytes: 8_388_608,
} as const

/** What a body may have on the wire, where characters can be escaped: more than what is kept of it. */
export const contentBodies = { report: 4_194_304, dashboard: 4_194_304, workbook: 6_291_456 } as const

export const contentCommon = { database: 'whole', locks: 'content', reach: 'deployment', credentials: ['api_key', 'embed'] } as const

const ruleForCreators =
  'What the caller may not see is not found; what it may see and not do is refused with `item_access_denied`. ' +
  'With an embed token: a creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.'

/** The description of an operation that creators call too. */
export const alsoForCreators = (text: string): string => `${text} ${ruleForCreators}`

export const WorkspaceItemType = OneOf('WorkspaceItemType', ['FOLDER', 'WORKBOOK', 'REPORT'])
export type WorkspaceItemType = Static<typeof WorkspaceItemType>

/** Names one item of a deployment. */
export const ContentParams = Type.Object({ deploymentId: Id, type: WorkspaceItemType, id: Id })

export const itemRef = { type: WorkspaceItemType, id: Id }
export const WorkspaceItemRef = schema('WorkspaceItemRef', itemRef)
export type WorkspaceItemRef = Static<typeof WorkspaceItemRef>
export const WorkspaceItemRefInput = schema('WorkspaceItemRefInput', itemRef)

export const ItemName = Text(255, { minLength: 1, pattern: '^(?=.*\\S)[^\\u0000]*$' })

/** A folder to list or to put something into. */
export const FolderIdOrRoot = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Id of a folder; 0, as null, is the root of the workspace.',
})

export const ResourceOwner = schema('ResourceOwner', {
  id: Type.Integer({ minimum: 0, description: '0: nobody, or nobody whom the caller may know.' }),
  email: Type.String({ description: 'Empty where there is none, or none that the caller may know.' }),
  firstName: Maybe(Type.String()),
  picture: Maybe(Type.String()),
})
export type ResourceOwner = Static<typeof ResourceOwner>

export const exampleOwner: ResourceOwner = { id: 7, email: 'ada@example.com', firstName: 'Ada' }

const FolderPathEntry = schema('WorkspaceFolderPathEntry', { id: Id, name: Type.String() })

/** What folders, workbooks and reports have alike. */
export const itemFields = {
  id: Id,
  name: Type.String(),
  type: WorkspaceItemType,
  deploymentId: Id,
  folderPath: Type.Optional(Type.Array(FolderPathEntry, { description: 'From the root to the containing folder; empty at the root.' })),
  createdBy: Type.Optional(Type.Integer({ minimum: 1, description: 'Left out where it is nobody who still exists.' })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export const IsFavorite = Maybe(Type.Boolean({ description: 'Whether it is among the favourites of the caller.' }))

export const CalculatedFields = Type.Unsafe<Record<string, unknown>>({
  ...JsonObject,
  description: `Dimensions and measures local to the content, by name; kept as sent, ${contentLimits.calculatedFieldsBytes} bytes at most.`,
})

/** What a deletion answers that the reference answers with 200 and says no more about. */
export const Deleted = Type.Unsafe<Record<string, never>>({ type: 'object', properties: {}, title: 'ContentDeleteResponse' })

/** The list of the reference for folders, reports and workbooks. */
export const countedPage = <T extends TSchema>(title: string, item: T) =>
  schema(title, {
    items: Type.Array(item),
    data: Type.Array(item, { description: 'The same as `items`, for older clients.' }),
    count: Maybe(Type.Integer({ minimum: 0, description: 'All that the caller can access, without paging; counted up to 10000.' })),
    pageInfo: Maybe(PageInfo),
  })

export const onePage = { hasNextPage: false, hasPreviousPage: false }

export const itemPlaces = { createdAt: '2026-11-15T09:30:00.000Z', updatedAt: '2026-11-16T12:00:00.000Z', deploymentId: 1042 } as const
