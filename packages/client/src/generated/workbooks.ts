// Generated from packages/contract by pnpm generate. Do not edit.

import type {
  Dashboard,
  DashboardConfig,
  DashboardWidgetPosition,
  DashboardWidgetType,
  PageInfo,
  ResourceOwner,
  WorkbookMeta,
  WorkspaceFolderPathEntry,
  WorkspaceItemType,
} from './shared.ts'

export type AiWidgetThreadInput = {
  widgetId: string
  /** Stored. Has no effect in this version. */
  threadId: string
  checksum?: string | null | undefined
}

export type ControlThemeSectionInput = {
  backgroundColor?: string | null | undefined
  padding?: string | null | undefined
  border?: DashboardThemeBorderInput | null | undefined
  title?: DashboardThemeTitleInput | null | undefined
}

export type CreateWorkbookInput = {
  name?: string | null | undefined
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  meta?: WorkbookMetaInput | null | undefined
  /** Dimensions and measures local to the content, by name; kept as sent, 262144 bytes at most. */
  calculatedFields?: Record<string, unknown> | null | undefined
}

export type DashboardAppManifestInput = {
  version?: number | null | undefined
  /** Package to version. */
  dependencies?: Record<string, string> | null | undefined
}

/**
 * The files of an app. Stored here, and never served from an origin that a credential of the platform reaches. Stored. Has
 * no effect in this version.
 */
export type DashboardAppSourceInput = {
  /** One of `files`. */
  entry?: string | null | undefined
  /** Path to text. */
  files?: Record<string, string> | null | undefined
  html?: string | null | undefined
  manifest?: DashboardAppManifestInput | null | undefined
}

export type DashboardBreakpointColsInput = {
  lg?: number | null | undefined
  md?: number | null | undefined
  sm?: number | null | undefined
  xs?: number | null | undefined
  xxs?: number | null | undefined
}

export type DashboardBreakpointsInput = {
  lg?: number | null | undefined
  md?: number | null | undefined
  sm?: number | null | undefined
  xs?: number | null | undefined
  xxs?: number | null | undefined
}

export type DashboardComparison = {
  from: number
  /** Null: the draft. */
  to: number | null
  isSame: boolean
  title: DashboardTextChange | null
  description: DashboardTextChange | null
  /** Fields of the configuration that differ, widgets aside. */
  config: string[]
  widgets: DashboardWidgetChanges
  reports: DashboardReportChanges
}

/**
 * What a dashboard shows. Without a kind it is CLASSIC. Fields that are not listed are kept as sent; 2097152 bytes as JSON
 * at most, the files of an app among them.
 */
export type DashboardConfigInput = {
  /** `APP` is stored and has no effect in this version. */
  kind?: ('CLASSIC' | 'APP') | null | undefined
  title?: string | null | undefined
  description?: string | null | undefined
  layout?: DashboardLayoutInput | null | undefined
  theme?: DashboardThemeInput | null | undefined
  settings?: Record<string, unknown> | null | undefined
  widgets?: DashboardWidgetInput[] | null | undefined
  app?: DashboardAppSourceInput | null | undefined
}

export type DashboardLayoutInput = {
  breakpoints?: DashboardBreakpointsInput | null | undefined
  cols?: DashboardBreakpointColsInput | null | undefined
  rowHeight?: number | null | undefined
  margin?: number[] | null | undefined
  containerPadding?: number[] | null | undefined
}

export type DashboardReportChange = { reportId: number; name: string | null; fields: string[] }

export type DashboardReportChanges = { added: number[]; removed: number[]; changed: DashboardReportChange[] }

export type DashboardResponsiveLayoutsInput = {
  lg?: DashboardWidgetPosition | null | undefined
  md?: DashboardWidgetPosition | null | undefined
  sm?: DashboardWidgetPosition | null | undefined
  xs?: DashboardWidgetPosition | null | undefined
  xxs?: DashboardWidgetPosition | null | undefined
}

export type DashboardRestoreResponse = {
  dashboardDraft: DashboardConfig
  dashboardPublished?: DashboardConfig | null
  missingReports: MissingWidgetReport[]
}

export type DashboardTextChange = { from: string | null; to: string | null }

export type DashboardThemeBorderInput = {
  color?: string | null | undefined
  radius?: string | null | undefined
  style?: string | null | undefined
  width?: string | null | undefined
}

/** Overrides of the theme of the account for one dashboard. */
export type DashboardThemeInput = {
  themeId?: string | null | undefined
  backgroundColor?: string | null | undefined
  primaryColor?: string | null | undefined
  fontFamily?: string | null | undefined
  dashboard?: DashboardThemeSectionInput | null | undefined
  widgets?: WidgetThemeSectionInput | null | undefined
  controls?: ControlThemeSectionInput | null | undefined
}

export type DashboardThemeSectionInput = { backgroundColor?: string | null | undefined; padding?: string | null | undefined }

export type DashboardThemeTextInput = {
  color?: string | null | undefined
  secondaryColor?: string | null | undefined
  fontFamily?: string | null | undefined
  codeFontFamily?: string | null | undefined
}

export type DashboardThemeTitleInput = {
  color?: string | null | undefined
  fontFamily?: string | null | undefined
  fontSize?: string | null | undefined
  fontWeight?: string | null | undefined
}

export type DashboardVersion = {
  versionId: number
  versionNumber: number
  title: string | null
  description: string | null
  publishedAt: string
  publishedBy: ResourceOwner
  widgetCount: number
  reportCount: number
  isCurrent: boolean
}

export type DashboardVersionsListResponse = {
  items: DashboardVersion[]
  /** The same as `items`, for older clients. */
  data: DashboardVersion[]
  pageInfo: PageInfo
}

export type DashboardWidgetChange = { id: string; fields: string[] }

export type DashboardWidgetChanges = { added: string[]; removed: string[]; changed: DashboardWidgetChange[] }

export type DashboardWidgetInput = {
  /** Unique in its dashboard. */
  id: string
  type: DashboardWidgetType
  position: DashboardWidgetPosition
  responsiveLayouts?: DashboardResponsiveLayoutsInput | null | undefined
  /**
   * Kept as sent. Of a CHART, `reportId` is the numeric id of a report of the same workbook; of an AI widget, `threadId` and
   * `checksum` tie it to a thread.
   */
  config?: Record<string, unknown> | null | undefined
  style?: Record<string, unknown> | null | undefined
}

export type DuplicateWorkbookInput = { shared?: boolean | null | undefined }

export type MissingWidgetReport = { widgetId: string; reportId: number }

export type PublishDashboardInput = {
  workbookId: number
  dashboardId?: number | null | undefined
  config?: DashboardConfigInput | null | undefined
  title?: string | null | undefined
  description?: string | null | undefined
  allowEmbed?: boolean | null | undefined
}

export type UpdateWorkbookInput = {
  name?: string | null | undefined
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  meta?: WorkbookMetaInput | null | undefined
  /** Dimensions and measures local to the content, by name; kept as sent, 262144 bytes at most. */
  calculatedFields?: Record<string, unknown> | null | undefined
  /** Trimmed and put in lowercase; null or empty clears it. */
  slug?: string | null | undefined
  /** Take the slug from the workbook that has it. */
  slugTakeover?: boolean | null | undefined
}

export type WidgetThemeSectionInput = {
  backgroundColor?: string | null | undefined
  padding?: string | null | undefined
  border?: DashboardThemeBorderInput | null | undefined
  title?: DashboardThemeTitleInput | null | undefined
  margin?: string | null | undefined
  text?: DashboardThemeTextInput | null | undefined
}

export type Workbook = {
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
  meta: WorkbookMeta
  /** Dimensions and measures local to the content, by name; kept as sent, 262144 bytes at most. */
  calculatedFields: Record<string, unknown>
  folderId?: number | null
  /** The owner; null where there is none. */
  userId?: number | null
  user?: ResourceOwner | null
  /** Unique in the deployment; what links of the data model name. */
  slug?: string | null
  /** Whether it is among the favourites of the caller. */
  isFavorite?: boolean | null
  dashboardDraft?: DashboardConfig | null
  dashboardPublished?: DashboardConfig | null
  publishedDashboard?: Dashboard | null
}

export type WorkbookDashboard = { dashboardDraft?: DashboardConfig | null; dashboardPublished?: DashboardConfig | null }

export type WorkbookDashboardInput = { dashboardDraft?: DashboardConfigInput | null | undefined }

/**
 * Of the client, kept as sent; 1048576 bytes as JSON at most, without `dashboardDraft`, which is the draft of the
 * dashboard.
 */
export type WorkbookMetaInput = { dashboardDraft?: DashboardConfigInput | null | undefined } & Record<string, unknown>

export type WorkbooksListResponse = {
  items: Workbook[]
  /** The same as `items`, for older clients. */
  data: Workbook[]
  /** All that the caller can access, without paging; counted up to 10000. */
  count?: number | null
  pageInfo?: PageInfo | null
}

export type CompareDashboardVersionsQuery = { from: number; to?: number | undefined }

export type CompareDashboardVersionsCall = { params: { deploymentId: number; workbookId: number }; query: CompareDashboardVersionsQuery }

export type CreateWorkbookCall = {
  params: { deploymentId: number }
  body: CreateWorkbookInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteWorkbookCall = { params: { deploymentId: number; workbookId: number } }

export type DuplicateWorkbookCall = {
  params: { deploymentId: number; workbookId: number }
  body: DuplicateWorkbookInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type GetWorkbookCall = { params: { deploymentId: number; workbookId: number } }

export type GetWorkbooksQuery = {
  /** Id of a folder; 0, as null, is the root of the workspace. */
  folderId?: number | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetWorkbooksCall = { params: { deploymentId: number }; query?: GetWorkbooksQuery | undefined }

export type ListDashboardVersionsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListDashboardVersionsCall = {
  params: { deploymentId: number; workbookId: number }
  query?: ListDashboardVersionsQuery | undefined
}

export type PublishDashboardCall = {
  params: { deploymentId: number; workbookId: number }
  body: PublishDashboardInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type RestoreDashboardVersionCall = { params: { deploymentId: number; workbookId: number; versionNumber: number } }

export type UpdatePublishedDashboardAiWidgetThreadCall = {
  params: { deploymentId: number; workbookId: number }
  body: AiWidgetThreadInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type UpdateWorkbookCall = { params: { deploymentId: number; workbookId: number }; body: UpdateWorkbookInput }

export type UpdateWorkbookDashboardCall = { params: { deploymentId: number; workbookId: number }; body: WorkbookDashboardInput }

export type UpsertWorkbookBySlugCall = { params: { deploymentId: number; slug: string }; body: CreateWorkbookInput }
