// Generated from packages/contract by pnpm generate. Do not edit.

export type AppConfigInput = {
  applyThemeGlobally?: boolean | null | undefined
  appTheme?: AppThemeInput | null | undefined
  creatorMode?: CreatorModeInput | null | undefined
  embedding?: EmbedSettingsInput | null | undefined
  sheetsUi?: SheetsUiSettingsInput | null | undefined
  timezoneSettings?: TimezoneSettingsInput | null | undefined
}

export type AppConfigResponse = {
  /** Whether the theme is also that of the console; embeds always have it. */
  applyThemeGlobally: boolean
  appTheme?: AppTheme | null
  creatorMode?: CreatorMode | null
  embedding?: EmbedSettings | null
  sheetsUi?: SheetsUiSettings | null
  timezoneSettings?: TimezoneSettings | null
}

export type AppTheme = { light: AppThemeScheme; dark: AppThemeScheme; typography?: AppThemeTypography | null }

export type AppThemeFontRef = {
  /** The `id` of one of `fonts`. */
  fontRef: string
  fontWeight: number
}

export type AppThemeInput = { light: AppThemeScheme; dark: AppThemeScheme; typography?: AppThemeTypographyInput | null | undefined }

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

export type AppThemeTypographyInput = { fonts: ThemeFontInput[]; body: AppThemeFontRef; heading: AppThemeFontRef }

export type CreatorMode = {
  workspaceTitle?: string | null
  showWorkspaceTitle?: boolean | null
  localizedTitles?: LocalizedValue[] | null
  showGeneratedSql?: boolean | null
  showSemanticSql?: boolean | null
}

export type CreatorModeInput = {
  workspaceTitle?: string | null | undefined
  showWorkspaceTitle?: boolean | null | undefined
  localizedTitles?: LocalizedValue[] | null | undefined
  showGeneratedSql?: boolean | null | undefined
  showSemanticSql?: boolean | null | undefined
}

export type EmbedSettings = {
  locale?: string | null
  showDashboardChat?: boolean | null
  /** An IANA name, such as Europe/Berlin. */
  timezone?: string | null
}

export type EmbedSettingsInput = {
  locale?: string | null | undefined
  showDashboardChat?: boolean | null | undefined
  /** An IANA name, such as Europe/Berlin. */
  timezone?: string | null | undefined
}

export type LocalizedValue = { locale: string; value: string }

export type SheetsUiSettings = { showAppliedFilters?: boolean | null }

export type SheetsUiSettingsInput = { showAppliedFilters?: boolean | null | undefined }

export type ThemeFont = {
  id: string
  /** An https address, or empty; never fetched here. */
  url: string
  format: string
  name?: string | null
  family?: string | null
}

export type ThemeFontInput = {
  id: string
  /** An https address, or empty; never fetched here. */
  url: string
  format: string
  name?: string | null | undefined
  family?: string | null | undefined
}

export type TimezoneSettings = {
  enabled?: boolean | null
  /** An IANA name, such as Europe/Berlin. */
  timezone?: string | null
  allowUserOverride?: boolean | null
}

export type TimezoneSettingsInput = {
  enabled?: boolean | null | undefined
  /** An IANA name, such as Europe/Berlin. */
  timezone?: string | null | undefined
  allowUserOverride?: boolean | null | undefined
}

export type UserEmbedTheme = {
  /** A CSS colour. */
  primaryColor?: string | null
  /** A CSS font family. */
  font?: string | null
  analyticsChat?: UserEmbedThemeAnalyticsChat | null
  chat?: UserEmbedThemeChat | null
}

export type UserEmbedThemeAnalyticsChat = {
  /** A CSS colour. */
  backgroundColor?: string | null
  chatInput?: UserEmbedThemeChatInput | null
}

export type UserEmbedThemeChat = {
  /** A CSS colour. */
  inputColor?: string | null
}

export type UserEmbedThemeChatInput = {
  /** A CSS colour. */
  backgroundColor?: string | null
  /** A CSS colour. */
  borderColor?: string | null
}

export type UpdateAppConfigCall = { body: AppConfigInput }
