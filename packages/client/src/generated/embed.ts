// Generated from packages/contract by pnpm generate. Do not edit.

import type { AppTheme, Dashboard, UserAttributeType, UserEmbedTheme } from './shared.ts'

export type BootstrapDashboardInput = {
  /** The `sessionId` that generate-session answered. */
  sessionId: string
  dashboardPublicId: string
  deploymentId?: number | null | undefined
  locale?: string | null | undefined
  timezone?: string | null | undefined
}

export type DashboardBootstrap = {
  /** ES256; the keys are at /api/v1/embed/jwks.json. */
  token: string
  /** Seconds until the token ends: a day, or less where the key that minted the session ends sooner. */
  expires_in: number
  dashboard: Dashboard
  /** Of the reports of the dashboard that are charts of Vega-Lite, in the order of its snapshots. */
  charts: EmbeddedChart[]
  /**
   * The controls that the viewer sees, with their types and with the values that hold: those that were sent, else their
   * defaults.
   */
  controls: WidgetControl[]
  /** What the widgets need, so that a page loads it beside the data. */
  parts: EmbedPart[]
  appTheme: AppTheme | null
  embedTheme: UserEmbedTheme
  viewer: EmbedViewer
  settings: EmbedPageSettings
  locale: EmbedLocale
  /** An IANA name; null: as the data model says, which is UTC unless it says other. */
  timezone: string | null
}

export type DashboardEmbeddingResponse = { publicId: string; allowEmbed: boolean }

export type EmbedLocale =
  | 'en-US'
  | 'de-DE'
  | 'es-ES'
  | 'es-MX'
  | 'fr-FR'
  | 'it-IT'
  | 'ja-JP'
  | 'nb-NO'
  | 'pt-BR'
  | 'pt-PT'
  | 'sv-SE'
  | 'vi-VN'

export type EmbedPageSettings = {
  showDashboardChat: boolean
  isCreatorMode: boolean
  /**
   * The dashboard was made by people in frames. Its charts are drawn in frames of no origin, which reach nothing of the
   * page.
   */
  isCreatorContent: boolean
  /** Who may be around the frame, as `frame-ancestors` of the page says too: whom its events are sent to. */
  embedOrigins: string[]
}

export type EmbedPart = 'vega' | 'geo' | 'table' | 'kpi' | 'html' | 'markdown' | 'controls'

export type EmbedPublicKey = { kty: string; crv: string; x: string; y: string; kid: string; alg: string; use: string }

export type EmbedPythonFilteredRunInput = {
  reportId: number
  /** `versionId` of a snapshot of the dashboard. */
  reportVersionId: number
  sqlQuery: string
}

export type EmbedSessionAlive = {
  type: 'alive'
  /** Until the token ends by itself. */
  expiresInSeconds: number
}

export type EmbedSessionEndReason = 'revoked' | 'expired' | 'moved'

export type EmbedSessionEnded = {
  type: 'ended'
  why: EmbedSessionEndReason
  /** The code that requests with the token are refused with from now on; `service_unavailable` for `moved`. */
  code: string
  message: string
}

/** Flags this build does not know are kept with the session and have no effect. 4 kB in all. */
export type EmbedSessionSettings = {
  /** Overrides the account setting for embedded dashboards. Stored. Has no effect in this version. */
  showDashboardChat?: boolean | null | undefined
}

export type EmbedTenantProfile = { displayName?: string | null | undefined }

export type EmbedTheme = {
  /** A CSS colour. */
  primaryColor?: string | null | undefined
  /** A CSS font family. */
  font?: string | null | undefined
  analyticsChat?: EmbedThemeAnalyticsChat | null | undefined
  chat?: EmbedThemeChat | null | undefined
}

export type EmbedThemeAnalyticsChat = {
  /** A CSS colour. Stored. Has no effect in this version. */
  backgroundColor?: string | null | undefined
  chatInput?: EmbedThemeChatInput | null | undefined
}

export type EmbedThemeChat = {
  /** A CSS colour. Stored. Has no effect in this version. */
  inputColor?: string | null | undefined
}

export type EmbedThemeChatInput = {
  /** A CSS colour. Stored. Has no effect in this version. */
  backgroundColor?: string | null | undefined
  /** A CSS colour. Stored. Has no effect in this version. */
  borderColor?: string | null | undefined
}

/** Kept on the external user. What is left out stays as it was. */
export type EmbedUserProfile = {
  /** Shown next to the avatar. */
  displayName?: string | null | undefined
  /** Absolute http or https address. Only the syntax is looked at: the browser of the end user loads it. */
  picture?: string | null | undefined
}

export type EmbedViewer = {
  displayName: string | null
  /** Loaded by the browser alone; initials where that fails. */
  picture: string | null
  embedTenantName: string | null
}

/**
 * What is drawn of a chart of Vega-Lite: times as UTC, members as flat fields, the accent of the theme as the signal
 * `facetAccent`.
 */
export type EmbeddedChart = {
  reportId: number
  /** Vega 6, over the data set `rows`. Null where it is refused. */
  vega?: Record<string, unknown> | null
  refusal?: EmbeddedChartRefusal | null
}

export type EmbeddedChartRefusal = { code: string; message: string }

export type FilterChoice = { value: (string | number | boolean) | null; label: string }

export type FilterChoices = { items: FilterChoice[]; hasMore: boolean }

export type FilterChoicesInput = {
  /** The `versionId` of the dashboard that the page shows. */
  versionId: number
  widgetId: string
  /** Part of the value, in any case. */
  search?: string | null | undefined
  filters?: WidgetFilterValue[] | null | undefined
  /** An IANA name, as bootstrapDashboard takes one. */
  timezone?: string | null | undefined
  first?: number | null | undefined
}

export type GenerateEmbedTokenResponse = {
  /** ES256; the keys are at /api/v1/embed/jwks.json. */
  token: string
  /** Seconds until the token ends: a day, or less where the key that minted the session ends sooner. */
  expires_in: number
}

/**
 * A field that is not listed is refused, with the nearest known name. `tenantId`, `tenantName` and `branchName` of older
 * requests are ignored.
 */
export type GenerateSession = {
  /** The one deployment the session can reach. */
  deploymentId: number
  /** Your stable id of the user: lowercase and trimmed. Created on first use. */
  externalId?: string | null | undefined
  /** Username of an existing user of this tenant, in any case. */
  internalId?: string | null | undefined
  /** Kept on the external user. */
  email?: string | null | undefined
  userProfile?: EmbedUserProfile | null | undefined
  /** Your customer. Created on first use. Left out, the user belongs to no embed tenant. */
  embedTenantName?: string | null | undefined
  embedTenantProfile?: EmbedTenantProfile | null | undefined
  /** Names are those of the embed tenant. Needs the tenant setting `useCreatorMode`. */
  creatorMode?: boolean | null | undefined
  /**
   * Left out: memberships stay. `[]` clears them. A list replaces them. Tenant-wide groups; in creator mode with an embed
   * tenant, groups of that embed tenant.
   */
  groups?: string[] | null | undefined
  /** Groups of the embed tenant, apart from `groups`. Left out, empty or a list as there. */
  tenantGroups?: string[] | null | undefined
  /** Values of the user; null clears, a missing value changes nothing, attributes that are not named stay. */
  userAttributes?: UserAttributeValueInput[] | null | undefined
  groupDefinitions?: GroupDefinition[] | null | undefined
  tenantGroupDefinitions?: GroupDefinition[] | null | undefined
  userAttributeDefinitions?: UserAttributeDefinition[] | null | undefined
  securityContext?: Record<string, unknown> | null | undefined
  settings?: EmbedSessionSettings | null | undefined
  embedTheme?: EmbedTheme | null | undefined
  /** Stored. Has no effect in this version. */
  isEphemeral?: boolean | null | undefined
  publicDashboardId?: string | null | undefined
  /** Refused unless empty: use groups and attributes. */
  roles?: string[] | null | undefined
}

export type GenerateSessionResponse = {
  /** Goes into the embed address. Works once. */
  sessionId: string
}

/** An existing group of the name is used as it is; a description that differs is taken over and never cleared. */
export type GroupDefinition = {
  /**
   * May not start with `system:` or `group:`, in any spelling: those name groups of the platform itself. No space at either
   * end: two names that look alike would be two groups.
   */
  name: string
  description?: string | null | undefined
}

export type JsonWebKeySet = { keys: EmbedPublicKey[] }

export type PostTokenBySessionIdInput = {
  /** The `sessionId` that generate-session answered. */
  sessionId: string
}

export type PythonAnalysisFilteredRun = {
  at: string
  stdout: string
  stderr: string
  inputRowCount: number
  outputData?: unknown
  executionError?: string | null
}

export type RenewSessionInput = {
  /** The `sessionId` that generate-session answered. */
  sessionId: string
}

export type SessionDryRun = {
  wouldMint: boolean
  problems: SessionProblem[]
  user?: SessionDryRunUser | null
  groups: SessionDryRunGroup[]
  attributes: SessionDryRunAttribute[]
  securityContext: Record<string, unknown>
}

export type SessionDryRunAttribute = {
  name: string
  type: string
  value: unknown
  /** Where a value comes from: request, stored, default, embed_tenant. */
  origin: string
  /** False for attributes that are not trusted. */
  inContext: boolean
}

export type SessionDryRunGroup = {
  name: string
  contextName: string
  /** Where a value comes from: request, stored, default, embed_tenant. */
  origin: string
}

export type SessionDryRunUser = {
  id?: number | null
  username: string
  isNew: boolean
  isInternal: boolean
  email?: string | null
  displayName?: string | null
  picture?: string | null
  embedTenantName?: string | null
}

export type SessionProblem = {
  /** The code generate-session would answer with. */
  code: string
  status: number
  /** Where in the body. */
  pointer: string
  message: string
}

export type UpdateDashboardEmbeddingInput = { allowEmbed: boolean }

/** An existing attribute of the name is used; texts that differ are taken over. Its type never changes. */
export type UserAttributeDefinition = {
  name: string
  type: UserAttributeType
  displayName?: string | null | undefined
  description?: string | null | undefined
  /** Of a list or a boolean: JSON, or a list separated by commas. */
  defaultValue?: string | null | undefined
}

export type UserAttributeValueInput = { name: string; value?: (string | number | boolean | string[] | number[]) | null | undefined }

export type WidgetColumn = {
  member: string
  /**
   * Other names that a chart may know the column by: a time with its granularity, also the one that the report was saved
   * with.
   */
  aliases: string[]
  title: string
  shortTitle: string
  type: WidgetValueType
  kind: WidgetColumnKind
  granularity: string | null
  format: string | null
  /** ISO 4217, as the data model says; null: it names none. */
  currency: string | null
  /** Whether values of several rows may be added up. Null: no measure, or one that the metadata of this viewer does not list. */
  isAdditive: boolean | null
  comparison: WidgetComparison | null
}

export type WidgetColumnKind = 'dimension' | 'measure' | 'time'

export type WidgetComparison = {
  /** The measure that is compared. */
  of: string
  output: WidgetComparisonOutput
}

export type WidgetComparisonOutput = 'previous' | 'difference' | 'percent'

export type WidgetControl = {
  widgetId: string
  kind: WidgetControlKind
  member: string
  operator: WidgetFilterOperator | null
  /** What holds now: of a filter a list of values, of a grain its name; null: none. */
  value: unknown
  visibility: WidgetControlVisibility
  valueType: WidgetValueType | null
}

export type WidgetControlKind = 'filter' | 'grain'

export type WidgetControlVisibility = 'visible' | 'disabled'

export type WidgetControlsLine = {
  type: 'controls'
  /**
   * The controls that the viewer sees, with their types and with the values that hold: those that were sent, else their
   * defaults.
   */
  controls: WidgetControl[]
}

export type WidgetDataInput = {
  /** The `versionId` of the dashboard that the page shows. */
  versionId: number
  widgetIds: string[]
  filters?: WidgetFilterValue[] | null | undefined
  timeGrains?: WidgetTimeGrain[] | null | undefined
  /** An IANA name, as bootstrapDashboard takes one. */
  timezone?: string | null | undefined
  /** Waits for what is new rather than answering with what is remembered. */
  isFresh?: boolean | null | undefined
}

/** One object a line: `controls` first, `ended` last; without that the answer was broken off. */
export type WidgetDataLine = WidgetControlsLine | WidgetWaitingLine | WidgetRowsLine | WidgetFailedLine | WidgetEndedLine

export type WidgetEndedLine = { type: 'ended' }

export type WidgetFailedLine = {
  type: 'failed'
  widgetIds: string[]
  code: string
  message: string
  requestId: string
  isRetryable: boolean
}

export type WidgetFilterOperator =
  | 'equals'
  | 'not_equals'
  | 'greater_than'
  | 'greater_than_or_equal'
  | 'less_than'
  | 'less_than_or_equal'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'not_starts_with'
  | 'ends_with'
  | 'not_ends_with'
  | 'is_null'
  | 'is_not_null'
  | 'is_empty'
  | 'is_not_empty'
  | 'between'

export type WidgetFilterValue = {
  widgetId: string
  operator?: WidgetFilterOperator | null | undefined
  value?: ((string | number | boolean) | (string | number | boolean)[]) | null | undefined
}

export type WidgetRowsLine = {
  type: 'data'
  widgetIds: string[]
  columns: WidgetColumn[]
  rowCount: number
  /** A list for each column. Times are milliseconds, read as UTC; numbers are as the engine says them, often as text. */
  values: unknown[][]
  isTruncated: boolean
  refreshedAt: string | null
  /**
   * `filters_skipped`, `grains_skipped`, `rows_filled`, `fill_skipped`, `comparison_skipped`; `comparison_days_unmatched`:
   * months differ in length, so that some days have no day to be compared with.
   */
  notes: string[]
}

export type WidgetTimeGrain = { widgetId: string; grain: string }

export type WidgetValueType = 'string' | 'number' | 'boolean' | 'time'

export type WidgetWaitingLine = { type: 'waiting'; widgetIds: string[]; stage: WidgetWaitingStage | null; seconds: number }

export type WidgetWaitingStage = 'queued' | 'executing' | 'building'

export type BootstrapDashboardCall = { body: BootstrapDashboardInput }

export type DryRunSessionCall = { body: GenerateSession }

export type ExchangeSessionCall = { body: PostTokenBySessionIdInput }

export type GenerateSessionCall = { body: GenerateSession }

export type GetDashboardCall = { params: { dashboardPublicId: string } }

export type ListFilterChoicesCall = { params: { dashboardPublicId: string }; body: FilterChoicesInput }

export type PostDashboardPythonRunCall = { params: { dashboardPublicId: string }; body: EmbedPythonFilteredRunInput }

export type RenewSessionCall = { body: RenewSessionInput }

export type StreamWidgetDataCall = { params: { dashboardPublicId: string }; body: WidgetDataInput }

export type UpdateDashboardEmbeddingCall = { params: { dashboardPublicId: string }; body: UpdateDashboardEmbeddingInput }
