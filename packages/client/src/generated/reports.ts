// Generated from packages/contract by pnpm generate. Do not edit.

import type {
  PageInfo,
  PivotItems,
  ReportPlacement,
  ReportSource,
  ResourceOwner,
  RoleWithAccess,
  SortDirection,
  WorkspaceFolderPathEntry,
  WorkspaceItemType,
} from './shared.ts'

export type ConnectReportToWorkbookInput = {
  /** Id of a spreadsheet. */
  externalWorkbookId: string
  resultLocation: string
  endResultCell?: string | null | undefined
}

export type CreateReportInput = {
  name?: string | null | undefined
  title?: string | null | undefined
  /** Own: the reference has it in answers alone. */
  description?: string | null | undefined
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  workbookId?: number | null | undefined
  jsonQuery?: string | null | undefined
  sqlQuery?: string | null | undefined
  pivotItems?: PivotItemsInput | null | undefined
  /**
   * Of the client, kept as sent; 1048576 bytes as JSON at most. Where `kind` is `vega`, `spec` is Vega-Lite without data, as
   * an object or as JSON text, and is held to the allow-list of charts.
   */
  meta?: Record<string, unknown> | null | undefined
  publicId?: string | null | undefined
  /** Id of a spreadsheet. */
  externalWorkbookId?: string | null | undefined
  resultLocation?: string | null | undefined
  endResultCell?: string | null | undefined
  source?: ReportSource | null | undefined
}

export type PivotItemsInput = { rows: string[]; columns: string[]; measures: string[]; filters: string[] }

export type Report = {
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
  meta?: Record<string, unknown> | null
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
  publicId: string
  folderId?: number | null
  /** The owner; 0 where there is none. */
  userId: number
  user: ResourceOwner
  refreshedByUser: ResourceOwner
}

export type ReportsListResponse = {
  items: Report[]
  /** The same as `items`, for older clients. */
  data: Report[]
  /** All that the caller can access, without paging; counted up to 10000. */
  count?: number | null
  pageInfo?: PageInfo | null
}

export type ReportsSortBy = 'name' | 'createdAt' | 'updatedAt' | 'lastViewedAt'

export type UpdateReportInput = {
  name?: string | null | undefined
  title?: string | null | undefined
  /** Own: the reference has it in answers alone. */
  description?: string | null | undefined
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  workbookId?: number | null | undefined
  jsonQuery?: string | null | undefined
  sqlQuery?: string | null | undefined
  pivotItems?: PivotItemsInput | null | undefined
  /**
   * Of the client, kept as sent; 1048576 bytes as JSON at most. Where `kind` is `vega`, `spec` is Vega-Lite without data, as
   * an object or as JSON text, and is held to the allow-list of charts.
   */
  meta?: Record<string, unknown> | null | undefined
  publicId?: string | null | undefined
  /** Id of a spreadsheet. */
  externalWorkbookId?: string | null | undefined
  resultLocation?: string | null | undefined
  endResultCell?: string | null | undefined
}

export type ConnectReportToWorkbookCall = { params: { deploymentId: number; reportId: number }; body: ConnectReportToWorkbookInput }

export type CreateReportCall = {
  params: { deploymentId: number }
  body: CreateReportInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteReportCall = { params: { deploymentId: number; reportId: number } }

export type GetReportCall = { params: { deploymentId: number; reportId: number } }

export type GetReportsQuery = {
  workbookId?: number | null | undefined
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  externalWorkbookId?: string | null | undefined
  search?: string | null | undefined
  sortBy?: ReportsSortBy | null | undefined
  sortDirection?: SortDirection | null | undefined
  /** Deprecated: use `first` and `after`. */
  limit?: number | null | undefined
  /** Deprecated: use `first` and `after`. */
  page?: number | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetReportsCall = { params: { deploymentId: number }; query?: GetReportsQuery | undefined }

export type RefreshReportCall = { params: { deploymentId: number; reportId: number } }

export type UpdateReportCall = { params: { deploymentId: number; reportId: number }; body: UpdateReportInput }

export type UpsertReportByPublicIdCall = { params: { deploymentId: number; publicId: string }; body: CreateReportInput }
