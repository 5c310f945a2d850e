// Generated from packages/contract by pnpm generate. Do not edit.

import type {
  ContentMemberUsedIn,
  Dashboard,
  DashboardConfig,
  PageInfo,
  PivotItems,
  ReportPlacement,
  ReportSource,
  ResourceOwner,
  RoleWithAccess,
  SortDirection,
  WorkbookMeta,
  WorkspaceFolderPathEntry,
  WorkspaceItemType,
} from './shared.ts'

export type AccessGrantee = {
  kind: AccessGranteeKind
  id: number | null
  /** The email of a user, for administrators of the tenant; null for others. Of a group, for whoever may list groups. */
  name: string | null
}

export type AccessGranteeKind = 'user' | 'group' | 'organization' | 'external_user' | 'all_embed_users' | 'embed_tenant'

export type AccessLevel = 'none' | 'view' | 'edit' | 'full'

export type AccessReason = 'owner' | 'grant'

export type BulkActionError = { status: number; message: string }

export type BulkDeleteWorkspaceObjectsInput = { items: WorkspaceItemRefInput[] }

export type BulkDeleteWorkspaceObjectsPayload = { deleted: WorkspaceItemRef[]; failed: WorkspaceBulkFailure[] }

export type BulkMoveWorkspaceObjectsInput = {
  items: WorkspaceItemRefInput[]
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
}

export type BulkMoveWorkspaceObjectsResponse = { moved: WorkspaceItem[]; failed: WorkspaceBulkFailure[] }

export type ContentAccess = {
  type: WorkspaceItemType
  id: number
  name: string
  /** Whose workspace it lies in; null is the console’s. */
  embedTenantName: string | null
  /** Where is looked for grants, the nearest first. */
  chain: ContentAccessPlace[]
  /** Every owner and grant of the chain, the nearest first. Groups are not taken apart. */
  entries: ContentAccessEntry[]
  subject?: ContentAccessSubject | null
}

export type ContentAccessEntry = {
  grantee: AccessGrantee
  level: AccessLevel
  through: AccessReason
  on: ContentAccessPlace
  isInherited: boolean
  /** False where a nearer one of the same grantee decides instead. */
  isDeciding: boolean
}

export type ContentAccessPlace = { type: WorkspaceItemType; id: number; name: string }

export type ContentAccessSubject = {
  userId: number
  level: AccessLevel
  isAdministrator: boolean
  /** Whether grants would give more than the roles of the user hold. */
  isCappedByRole: boolean
  /** What decides, empty for administrators and for who has nothing. */
  because: ContentAccessEntry[]
}

export type ContentImportOnConflict = 'refuse' | 'overwrite'

export type ContentImportPublicIds = 'keep' | 'derive'

export type ContentMemberState = 'saved' | 'published'

export type ContentPlan = {
  isDryRun: boolean
  counts: ContentPlanCounts
  /** What is refused first, then conflicts, creations, updates and what is unchanged; the first 10000. */
  items: ContentPlanItem[]
  /** How many more there are. */
  omitted: number
}

export type ContentPlanCounts = { create: number; update: number; unchanged: number; conflict: number; refused: number }

export type ContentPlanItem = {
  /** The file of the archive. */
  path: string
  type: ContentPlanItemType
  name: string
  outcome: ContentPlanOutcome
  reason?: ContentPlanReason | null
  /** What of the file is not taken over, such as an owner who is not here. */
  notes?: string[]
}

export type ContentPlanItemType = 'FOLDER' | 'REPORT' | 'WORKBOOK' | 'DASHBOARD'

export type ContentPlanOutcome = 'create' | 'update' | 'unchanged' | 'conflict' | 'refused'

export type ContentPlanReason = {
  /** As the operation that does the same by hand answers. */
  code: string
  message: string
}

export type ContentProblem = {
  type: WorkspaceItemType
  id: number
  name: string
  publicId: string | null
  workbookId: number | null
  owner: ResourceOwner
  state: ContentMemberState
  usedIn: ContentMemberUsedIn
  /** Id of a widget, or name of a calculated field; null: the item itself. */
  part: string | null
  /** `cube.member` */
  member: string
  /** Read out of a text: it may be something else. */
  byText: boolean
  /** Whether the model has no cube or view of this name, or has it without the member. */
  reason: 'cube_missing' | 'member_missing'
  /** Customers see it: it is published, with `allowEmbed`. */
  isEmbedded: boolean
}

export type ContentProblemsListResponse = {
  items: ContentProblem[]
  /** The same as `items`, for older clients. */
  data: ContentProblem[]
  pageInfo: PageInfo
  buildId: number | null
}

export type ContentRepair = {
  type: WorkspaceItemType
  id: number
  name: string
  publicId: string | null
  workbookId: number | null
  owner: ResourceOwner
  /** The first 1000 places that change. */
  uses: RepairedUse[]
  /** Queries of the data API that change, the first 100. */
  queries: RepairedQuery[]
  /** The published dashboard changes too, by a new version. */
  publishes: boolean
}

export type ContentRepairs = {
  isDryRun: boolean
  repaired: ContentRepair[]
  left: UnrepairedContent[]
  /** Of `to`: what the model of production does not have. */
  missing: string[]
  pageInfo: PageInfo
}

export type ContentTransfer = {
  isDryRun: boolean
  folders: number
  workbooks: number
  reports: number
  /** The first of them, by id. */
  sample: WorkspaceItemRef[]
}

export type ImportContentBody = {
  /** As other uploads have it; the content alone counts. */
  fileName?: string | null | undefined
}

export type MemberRename = { from: string; to: string }

export type MoveWorkspaceObjectInput = {
  type: WorkspaceItemType
  id: number
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
}

export type MovedAccess = {
  level: AccessLevel
  /** What decides; empty for none. */
  because: ContentAccessEntry[]
}

export type MovedAccessChange = { grantee: AccessGrantee; before: MovedAccess; after: MovedAccess }

export type PreviewContentMoveInput = {
  items: WorkspaceItemRefInput[]
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
}

export type PreviewContentMoveResponse = { items: PreviewedMove[]; failed: WorkspaceBulkFailure[] }

export type PreviewedMove = {
  type: WorkspaceItemType
  id: number
  name: string
  /** False where it lies there already. */
  isMoved: boolean
  /** How many grantees would have more than now, those that are not listed among them. */
  gaining: number
  losing: number
  changes: MovedAccessChange[]
}

export type RepairContentInput = { renames: MemberRename[]; dryRun?: boolean | null | undefined; after?: string | null | undefined }

export type RepairedQuery = {
  state: ContentMemberState
  /** Id of the widget that shows it; null: that of the report itself. */
  part: string | null
  /** Null where it has more than 65536 characters. */
  before: string | null
  after: string | null
}

export type RepairedUse = {
  state: ContentMemberState
  usedIn: ContentMemberUsedIn
  /** Id of a widget, or name of a calculated field; null: the item itself. */
  part: string | null
  /** `cube.member` */
  member: string
  /** Read out of a text: it may be something else. */
  byText: boolean
  /** The member that takes its place. */
  to: string
}

export type TransferContentInput = { fromUserId: number | null; toUserId: number; dryRun?: boolean | null | undefined }

export type UnrepairedContent = {
  type: WorkspaceItemType
  id: number
  name: string
  publicId: string | null
  workbookId: number | null
  owner: ResourceOwner
  reason: UnrepairedReason
}

export type UnrepairedReason = 'item_access_denied' | 'sql_is_yours'

export type WorkspaceBulkFailure = { type: WorkspaceItemType; id: number; error: BulkActionError }

export type WorkspaceConnectionResponse = { items: WorkspaceItem[]; pageInfo: PageInfo }

/**
 * A folder, a workbook or a report, as `type` says, with the fields of its kind. `meta` and `calculatedFields` are there
 * for every kind, and empty where the kind has none: clients of the reference take each item for a workbook.
 */
export type WorkspaceItem = {
  id: number
  name: string
  type: WorkspaceItemType
  deploymentId: number
  /** From the root to the containing folder; empty at the root. */
  folderPath?: WorkspaceFolderPathEntry[]
  /** Left out where it is nobody who still exists. */
  createdBy?: number
  createdAt: string
  updatedAt: string
  title?: string | null
  description?: string | null
  sqlQuery?: string | null
  meta: WorkbookMeta
  /** The JSON text of a query of the data API. */
  jsonQuery?: string | null
  pivotItems?: PivotItems | null
  workbookId?: number | null
  source?: ReportSource | null
  /** 1 when created, one more with every change of what it says or runs. */
  version?: number | null
  refreshedBy?: number | null
  /** Whether the caller may change it. */
  canEdit?: boolean | null
  /** Whether the caller may delete, move and share it. */
  canManage?: boolean | null
  /** Never filled: roles say what one may do at all, not to which item. */
  rolesWithAccess?: RoleWithAccess[] | null
  /** With the two below: the newest of its placements. Null in a change removes that one. */
  externalWorkbookId?: string | null
  resultLocation?: string | null
  endResultCell?: string | null
  /** One for each spreadsheet, the newest first. */
  externalWorkbookPlacements?: ReportPlacement[] | null
  /** Whether it is among the favourites of the caller. */
  isFavorite?: boolean | null
  folderId?: number | null
  /** The owner; null where there is none. */
  userId?: number | null
  user?: ResourceOwner | null
  /** Unique in the deployment; what links of the data model name. */
  slug?: string | null
  dashboardDraft?: DashboardConfig | null
  dashboardPublished?: DashboardConfig | null
  publishedDashboard?: Dashboard | null
  /** Dimensions and measures local to the content, by name; kept as sent, 262144 bytes at most. */
  calculatedFields: Record<string, unknown>
  /** Of a folder. */
  position?: number
  parentId?: number | null
  updatedBy?: number | null
  publicId?: string
  refreshedByUser?: ResourceOwner
}

export type WorkspaceItemRef = { type: WorkspaceItemType; id: number }

export type WorkspaceItemRefInput = { type: WorkspaceItemType; id: number }

export type WorkspaceOrderByField = 'updated_at' | 'created_at' | 'name' | 'viewer_last_viewed_at'

export type AddFavoriteCall = { params: { deploymentId: number; type: WorkspaceItemType; id: number } }

export type BulkDeleteWorkspaceObjectsCall = { params: { deploymentId: number }; body: BulkDeleteWorkspaceObjectsInput }

export type BulkMoveWorkspaceObjectsCall = { params: { deploymentId: number }; body: BulkMoveWorkspaceObjectsInput }

export type ExplainContentAccessQuery = { userId?: number | undefined }

export type ExplainContentAccessCall = {
  params: { deploymentId: number; type: WorkspaceItemType; id: number }
  query?: ExplainContentAccessQuery | undefined
}

export type ExportContentCall = { params: { deploymentId: number } }

export type ImportContentQuery = {
  dryRun?: boolean | null | undefined
  onConflict?: ContentImportOnConflict | null | undefined
  publicIds?: ContentImportPublicIds | null | undefined
}

export type ImportContentCall = {
  params: { deploymentId: number }
  query?: ImportContentQuery | undefined
  body: ImportContentBody
  /** Sent after the fields of the body. */
  file: Blob | Uint8Array
}

export type ListContentProblemsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListContentProblemsCall = { params: { deploymentId: number }; query?: ListContentProblemsQuery | undefined }

export type MoveWorkspaceObjectCall = {
  params: { deploymentId: number }
  body: MoveWorkspaceObjectInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type PreviewContentMoveCall = { params: { deploymentId: number }; body: PreviewContentMoveInput }

export type RemoveFavoriteCall = { params: { deploymentId: number; type: WorkspaceItemType; id: number } }

export type RepairContentCall = { params: { deploymentId: number }; body: RepairContentInput }

export type SharedWorkspaceObjectsQuery = {
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  /** One type or several; repeat the parameter. All when left out. */
  types?: (WorkspaceItemType | WorkspaceItemType[]) | null | undefined
  search?: string | null | undefined
  orderByField?: WorkspaceOrderByField | null | undefined
  orderByDirection?: SortDirection | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type SharedWorkspaceObjectsCall = { params: { deploymentId: number }; query?: SharedWorkspaceObjectsQuery | undefined }

export type TransferContentCall = { params: { deploymentId: number }; body: TransferContentInput }

export type WorkspaceObjectsQuery = {
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  /** One type or several; repeat the parameter. All when left out. */
  types?: (WorkspaceItemType | WorkspaceItemType[]) | null | undefined
  search?: string | null | undefined
  orderByField?: WorkspaceOrderByField | null | undefined
  orderByDirection?: SortDirection | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type WorkspaceObjectsCall = { params: { deploymentId: number }; query?: WorkspaceObjectsQuery | undefined }
