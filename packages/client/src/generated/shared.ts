// Generated from packages/contract by pnpm generate. Do not edit.

export type AppTheme = { light: AppThemeScheme; dark: AppThemeScheme; typography?: AppThemeTypography | null }

export type AppThemeFontRef = {
  /** The `id` of one of `fonts`. */
  fontRef: string
  fontWeight: number
}

export type AppThemeScheme = {
  /** A CSS colour. */
  accentColor: string
  /** A CSS colour. */
  backgroundColor: string
  /** A CSS colour. */
  foregroundColor: string
  /** 45 is neutral. */
  contrast: number
  /** An https address, or empty; never fetched here. */
  logoUrl: string
}

export type AppThemeTypography = { fonts: ThemeFont[]; body: AppThemeFontRef; heading: AppThemeFontRef }

export type BranchPush = {
  branchName: string
  /**
   * `pending`: not there yet, and tried again by itself; `cause` says what stood in the way the last time. `pushed`: the
   * remote has it. `failed`: not tried any more, until the branch is changed or pushed again; it was given up after about a
   * day, or held back because the database was restored (`database_restored`), or the remote is not connected any more, or
   * the branch was deleted.
   */
  state: 'pending' | 'pushed' | 'failed'
  /** The commit that was last pushed. */
  lastHash?: string | null
  /** How often the remote failed it since it was asked for. */
  attempts: number
  /** The code of the last failure, such as `remote_moved`. */
  cause?: string | null
  /** The same in words, with what to do. */
  message?: string | null
  nextAttemptAt?: string | null
  pushedAt?: string | null
}

export type ColumnFormatOverride = { type: ColumnFormatType; decimalPlaces?: number | null }

export type ColumnFormatType = 'currency' | 'percent' | 'number'

export type ContentDeleteResponse = Record<string, never>

export type ContentMemberUsedIn = 'query' | 'chart' | 'filter' | 'calculated' | 'sql'

export type ControlThemeSection = {
  backgroundColor?: string | null
  padding?: string | null
  border?: DashboardThemeBorder | null
  title?: DashboardThemeTitle | null
}

export type CreationStep = 'project' | 'upload' | 'schema' | 'github' | 'ssh' | 'databases' | 'ready' | 'demo'

export type Dashboard = {
  id: number
  publicId: string
  deploymentId: number
  workbookId: number
  status: DashboardStatus
  allowEmbed: boolean
  title?: string | null
  description?: string | null
  config: DashboardConfig
  versionNumber: number
  versionId: number
  /** In the order in which widgets name them, each once. */
  reportSnapshots: ReportSnapshot[]
  /** Who published this version. Not shown to embed sessions. */
  createdBy?: number | null
  /** Whether the caller may not download data. */
  restrictDataDownload?: boolean | null
  /** Always null here. */
  useBoardDashboards?: boolean | null
  /** True where a creator looks at one that is shared from the console. */
  fromSharedWorkspace?: boolean | null
}

export type DashboardAppManifest = {
  version?: number | null
  /** Package to version. */
  dependencies?: Record<string, string> | null
}

/**
 * The files of an app. Stored here, and never served from an origin that a credential of the platform reaches. Stored. Has
 * no effect in this version.
 */
export type DashboardAppSource = {
  /** One of `files`. */
  entry?: string | null
  /** Path to text. */
  files?: Record<string, string> | null
  html?: string | null
  manifest?: DashboardAppManifest | null
}

export type DashboardBreakpointCols = {
  lg?: number | null
  md?: number | null
  sm?: number | null
  xs?: number | null
  xxs?: number | null
}

export type DashboardBreakpoints = { lg?: number | null; md?: number | null; sm?: number | null; xs?: number | null; xxs?: number | null }

/**
 * What a dashboard shows. Without a kind it is CLASSIC. Fields that are not listed are kept as sent; 2097152 bytes as JSON
 * at most, the files of an app among them.
 */
export type DashboardConfig = {
  /** `APP` is stored and has no effect in this version. */
  kind?: ('CLASSIC' | 'APP') | null
  title?: string | null
  description?: string | null
  layout?: DashboardLayout | null
  theme?: DashboardTheme | null
  settings?: Record<string, unknown> | null
  widgets?: DashboardWidget[] | null
  app?: DashboardAppSource | null
}

export type DashboardLayout = {
  breakpoints?: DashboardBreakpoints | null
  cols?: DashboardBreakpointCols | null
  rowHeight?: number | null
  margin?: number[] | null
  containerPadding?: number[] | null
}

export type DashboardResponsiveLayouts = {
  lg?: DashboardWidgetPosition | null
  md?: DashboardWidgetPosition | null
  sm?: DashboardWidgetPosition | null
  xs?: DashboardWidgetPosition | null
  xxs?: DashboardWidgetPosition | null
}

export type DashboardStatus = 'draft' | 'published' | 'archived'

/** Overrides of the theme of the account for one dashboard. */
export type DashboardTheme = {
  themeId?: string | null
  backgroundColor?: string | null
  primaryColor?: string | null
  fontFamily?: string | null
  dashboard?: DashboardThemeSection | null
  widgets?: WidgetThemeSection | null
  controls?: ControlThemeSection | null
}

export type DashboardThemeBorder = { color?: string | null; radius?: string | null; style?: string | null; width?: string | null }

export type DashboardThemeSection = { backgroundColor?: string | null; padding?: string | null }

export type DashboardThemeText = {
  color?: string | null
  secondaryColor?: string | null
  fontFamily?: string | null
  codeFontFamily?: string | null
}

export type DashboardThemeTitle = {
  color?: string | null
  fontFamily?: string | null
  fontSize?: string | null
  fontWeight?: string | null
}

export type DashboardWidget = {
  /** Unique in its dashboard. */
  id: string
  type: DashboardWidgetType
  position: DashboardWidgetPosition
  responsiveLayouts?: DashboardResponsiveLayouts | null
  /**
   * Kept as sent. Of a CHART, `reportId` is the numeric id of a report of the same workbook; of an AI widget, `threadId` and
   * `checksum` tie it to a thread.
   */
  config?: Record<string, unknown> | null
  style?: Record<string, unknown> | null
}

export type DashboardWidgetPosition = { x: number; y: number; w: number; h: number }

export type DashboardWidgetType = 'CHART' | 'TEXT' | 'FILTER' | 'AI' | 'TIME_GRAIN' | 'SPACER' | 'DIVIDER' | 'CONTAINER'

export type DeployMode = 'git' | 'cli'

export type Deployment = {
  id: number
  name: string
  /** Base address of the data API of this deployment; exists from creation. */
  deploymentUrl: string
  creationStep: CreationStep
}

export type DeploymentsPagination = {
  /** Counted up to 10000. */
  total: number
  offset: number
  limit: number
}

export type DiffFormat = 'json' | 'markdown' | 'sarif'

export type EnvVariableInput = { name: string; value: string }

export type FillMissingRows = { member: string; excludedDimensions?: string[] | null }

export type PageInfo = { hasNextPage: boolean; hasPreviousPage: boolean; startCursor?: string | null; endCursor?: string | null }

export type PeriodComparison = { measure: string; timeDimension: string; offset: PeriodComparisonOffset; outputs?: string[] | null }

export type PeriodComparisonOffset = { amount: number; unit: string }

export type PivotItems = { rows: string[]; columns: string[]; measures: string[]; filters: string[] }

export type RemoteHostKey = {
  /** ssh-ed25519, ecdsa-sha2-nistp256, … */
  type: string
  /** SHA256:…, as ssh shows it. Compare it with what the host publishes. */
  fingerprint: string
}

export type ReportPlacement = {
  /** Id of the spreadsheet, which is no workbook of the platform. */
  workbookId: string
  resultLocation: string
  endResultCell?: string | null
}

/**
 * A report as it was when the dashboard was published. `kind`, `spec`, `preferences`, `fillMissingRows` and
 * `periodComparisons` are those of its `meta`, where they have this form.
 */
export type ReportSnapshot = {
  id: number
  /** Own: what python-run takes as `reportVersionId`; the same as `id`. */
  versionId: number
  reportId: number
  /** The `version` of the report when it was published. */
  versionNumber: number
  name?: string | null
  title?: string | null
  description?: string | null
  sqlQuery?: string | null
  meta?: Record<string, unknown> | null
  publicId?: string
  /** Own: what the page runs. */
  jsonQuery?: string | null
  pivotItems?: PivotItems | null
  /** Dimensions and measures local to the content, by name; kept as sent, 262144 bytes at most. */
  calculatedFields?: Record<string, unknown>
  kind?: ReportSnapshotKind | null
  spec?: (string | Record<string, unknown>) | null
  isSourceReport?: boolean | null
  preferences?: ReportSnapshotPreferences | null
  fillMissingRows?: FillMissingRows | null
  periodComparisons?: PeriodComparison[] | null
}

export type ReportSnapshotKind = 'vega' | 'table' | 'kpi' | 'html' | 'map'

export type ReportSnapshotPreferences = { columnFormats?: Record<string, ColumnFormatOverride> | null }

export type ReportSource = 'GOOGLE_SHEETS' | 'EXCEL' | 'PLAYGROUND' | 'D3'

export type ResourceOwner = {
  /** 0: nobody, or nobody whom the caller may know. */
  id: number
  /** Empty where there is none, or none that the caller may know. */
  email: string
  firstName?: string | null
  picture?: string | null
}

export type RoleAction =
  | 'All'
  | 'DeploymentsManage'
  | 'DeploymentCreate'
  | 'DeploymentRead'
  | 'DeploymentUpdate'
  | 'DeploymentDelete'
  | 'SecretsManage'
  | 'DownloadData'
  | 'PlaygroundRead'
  | 'SchemaRead'
  | 'SchemaUpdate'
  | 'SchemaUpdateDevBranches'
  | 'APMRead'
  | 'PreAggregationBuild'
  | 'AlertsCreate'
  | 'AlertsRead'
  | 'AlertsUpdate'
  | 'AlertsDelete'
  | 'AuditLogManage'
  | 'BillingRead'
  | 'SqlRunnerRead'
  | 'DataAssetsRead'
  | 'DataAssetsManage'
  | 'CubeNetworkConnect'
  | 'ReportRead'
  | 'ReportEdit'
  | 'ReportManage'
  | 'WorkbookManage'
  | 'WorkbookRead'
  | 'WorkbookEdit'
  | 'ChatThreadRead'
  | 'AgentManage'
  | 'AgentRead'
  | 'AgentSpaceManage'
  | 'AgentAdmin'
  | 'DeploymentAgentRead'
  | 'OAuthIntegrationsManage'
  | 'OAuthIntegrationsIssueTokens'
  | 'McpToolsManage'
  | 'AIBIDevelop'
  | 'AIBIExplore'
  | 'AIBIView'
  | 'ChartPalettesManage'
  | 'DashboardThemesManage'
  | 'AIBIDeveloper'
  | 'AIBIUser'
  | 'AIBIViewer'
  | 'EmbedDeploymentRead'
  | 'EmbedDashboardRead'
  | 'FolderRead'
  | 'FolderEdit'
  | 'FolderManage'

export type RoleWithAccess = { id: number; name: string; actions: RoleAction[] }

export type SortDirection = 'ASC' | 'DESC'

export type ThemeFont = {
  id: string
  /** An https address, or empty; never fetched here. */
  url: string
  format: string
  name?: string | null
  family?: string | null
}

export type User = {
  id: number
  /** Of a service account: its name, which no mail reaches. */
  email: string
  username: string
  isAdmin: boolean
  notifications: Record<string, unknown>
  firstName?: string | null
  title?: string | null
  picture?: string | null
  externalId?: string | null
  samlId?: string | null
  gitUser?: string | null
  activeRoleId?: number | null
  aliases?: UserAlias[] | null
  defaultRoles?: string[] | null
  isDeactivated?: boolean | null
  lastLogin?: string | null
  settings?: UserSettings | null
  tosAccepted?: Record<string, unknown> | null
  createdAt?: string | null
  updatedAt?: string | null
  impersonation?: UserImpersonation | null
}

export type UserAlias = { id: number; userId: number; username: string; source: UserAliasSource; createdAt: string; updatedAt: string }

export type UserAliasSource = 'ldap' | 'saml' | 'scim' | 'manual'

export type UserAttribute = {
  id: number
  name: string
  type: UserAttributeType
  displayName?: string | null
  description?: string | null
  defaultValue?: string | null
  /** Only trusted attributes reach the security context; one that users edit themselves is not. */
  trusted: boolean
}

export type UserAttributeType = 'string' | 'number' | 'boolean' | 'string_array' | 'number_array'

export type UserEmbedTheme = {
  /** A CSS colour. */
  primaryColor?: string | null
  /** A CSS font family. */
  font?: string | null
  analyticsChat?: UserEmbedThemeAnalyticsChat | null
  chat?: UserEmbedThemeChat | null
}

export type UserEmbedThemeAnalyticsChat = {
  /** A CSS colour. Stored. Has no effect in this version. */
  backgroundColor?: string | null
  chatInput?: UserEmbedThemeChatInput | null
}

export type UserEmbedThemeChat = {
  /** A CSS colour. Stored. Has no effect in this version. */
  inputColor?: string | null
}

export type UserEmbedThemeChatInput = {
  /** A CSS colour. Stored. Has no effect in this version. */
  backgroundColor?: string | null
  /** A CSS colour. Stored. Has no effect in this version. */
  borderColor?: string | null
}

export type UserImpersonation = { expiresAt?: string | null; startedAt?: string | null; impersonatedUser?: User | null }

export type UserSettings = {
  alternatingRowColors?: boolean | null
  lastSeenChangelogId?: number | null
  locale?: string | null
  theme?: string | null
  timezone?: string | null
}

export type WidgetThemeSection = {
  backgroundColor?: string | null
  padding?: string | null
  border?: DashboardThemeBorder | null
  title?: DashboardThemeTitle | null
  margin?: string | null
  text?: DashboardThemeText | null
}

/**
 * Of the client, kept as sent; 1048576 bytes as JSON at most, without `dashboardDraft`, which is the draft of the
 * dashboard.
 */
export type WorkbookMeta = { dashboardDraft?: DashboardConfig | null } & Record<string, unknown>

export type WorkspaceFolderPathEntry = { id: number; name: string }

export type WorkspaceItemType = 'FOLDER' | 'WORKBOOK' | 'REPORT'
