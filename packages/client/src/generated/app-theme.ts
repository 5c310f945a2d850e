// Generated from packages/contract by pnpm generate. Do not edit.

import type { AppTheme } from './shared.ts'

export type AppConfigInput = {
  /** Stored. Has no effect in this version. */
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

export type AppThemeFontRefInput = {
  /** The `id` of one of `fonts`. */
  fontRef: string
  fontWeight: number
}

export type AppThemeInput = {
  light: AppThemeSchemeInput
  dark: AppThemeSchemeInput
  typography?: AppThemeTypographyInput | null | undefined
}

export type AppThemeSchemeInput = {
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

export type AppThemeTypographyInput = { fonts: ThemeFontInput[]; body: AppThemeFontRefInput; heading: AppThemeFontRefInput }

export type CreatorMode = {
  /** Stored. Has no effect in this version. */
  workspaceTitle?: string | null
  /** Stored. Has no effect in this version. */
  showWorkspaceTitle?: boolean | null
  /** Stored. Has no effect in this version. */
  localizedTitles?: LocalizedValue[] | null
  /** Stored. Has no effect in this version. */
  showGeneratedSql?: boolean | null
  /** Stored. Has no effect in this version. */
  showSemanticSql?: boolean | null
}

export type CreatorModeInput = {
  /** Stored. Has no effect in this version. */
  workspaceTitle?: string | null | undefined
  /** Stored. Has no effect in this version. */
  showWorkspaceTitle?: boolean | null | undefined
  /** Stored. Has no effect in this version. */
  localizedTitles?: LocalizedValueInput[] | null | undefined
  /** Stored. Has no effect in this version. */
  showGeneratedSql?: boolean | null | undefined
  /** Stored. Has no effect in this version. */
  showSemanticSql?: boolean | null | undefined
}

export type EmbedSettings = {
  locale?: string | null
  /** Stored. Has no effect in this version. */
  showDashboardChat?: boolean | null
  /** An IANA name, such as Europe/Berlin. */
  timezone?: string | null
}

export type EmbedSettingsInput = {
  locale?: string | null | undefined
  /** Stored. Has no effect in this version. */
  showDashboardChat?: boolean | null | undefined
  /** An IANA name, such as Europe/Berlin. */
  timezone?: string | null | undefined
}

export type LocalizedValue = { locale: string; value: string }

export type LocalizedValueInput = { locale: string; value: string }

export type SheetsUiSettings = {
  /** Stored. Has no effect in this version. */
  showAppliedFilters?: boolean | null
}

export type SheetsUiSettingsInput = {
  /** Stored. Has no effect in this version. */
  showAppliedFilters?: boolean | null | undefined
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

export type UpdateAppConfigCall = { body: AppConfigInput }
