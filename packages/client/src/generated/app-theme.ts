// Generated from packages/contract by pnpm generate. Do not edit.

import type { AppTheme, AppThemeFontRef, AppThemeScheme } from './shared.ts'

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

export type AppThemeInput = { light: AppThemeScheme; dark: AppThemeScheme; typography?: AppThemeTypographyInput | null | undefined }

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

export type UpdateAppConfigCall = { body: AppConfigInput }
