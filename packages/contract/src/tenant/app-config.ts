import { UserEmbedTheme } from '../embed/session-parts.ts'
import { NoEffect } from '../no-effect.ts'
import { operation } from '../operation.ts'
import { Maybe, Nullable, schema, type Static, Text, Type } from '../schema.ts'

const Colour = Text(100, { pattern: '^[#a-zA-Z0-9(),.%/ -]*$', description: 'A CSS colour.' })
const Address = Text(2000, { pattern: '^(https://[^\\s\\u0000]+)?$', description: 'An https address, or empty; never fetched here.' })

/** `form` ends the names of the schemas: requests and responses have schemas of their own. */
type Form = '' | 'Input'

const schemeOf = (form: Form) =>
  schema(`AppThemeScheme${form}`, {
    accentColor: Colour,
    backgroundColor: Colour,
    foregroundColor: Colour,
    contrast: Type.Number({ minimum: 0, maximum: 100, description: '45 is neutral.' }),
    logoUrl: Address,
  })

const fontRefOf = (form: Form) =>
  schema(`AppThemeFontRef${form}`, {
    fontRef: Text(100, { description: 'The `id` of one of `fonts`.' }),
    fontWeight: Type.Number({ minimum: 1, maximum: 1000 }),
  })

const typographyOf = (form: Form) => {
  const Font = schema(`ThemeFont${form}`, {
    id: Text(100, { minLength: 1 }),
    url: Address,
    format: Text(50),
    name: Maybe(Text(200)),
    family: Maybe(Text(200, { pattern: '^[a-zA-Z0-9 ,.\'"_-]*$' })),
  })
  return schema(`AppThemeTypography${form}`, { fonts: Type.Array(Font, { maxItems: 20 }), body: fontRefOf(form), heading: fontRefOf(form) })
}

const themeOf = (form: Form) =>
  schema(`AppTheme${form}`, { light: schemeOf(form), dark: schemeOf(form), typography: Maybe(typographyOf(form)) })

export const AppTheme = themeOf('')
export type AppTheme = Static<typeof AppTheme>

const Locale = Text(35)
const TimeZone = Text(100, { description: 'An IANA name, such as Europe/Berlin.' })
const Flag = Maybe(Type.Boolean())
const UnusedFlag = Maybe(NoEffect(Type.Boolean()))
const titlesOf = (form: Form) => Type.Array(schema(`LocalizedValue${form}`, { locale: Locale, value: Text(1000) }), { maxItems: 50 })

const partsOf = (form: Form) => ({
  appTheme: Maybe(themeOf(form)),
  creatorMode: Maybe(
    schema(`CreatorMode${form}`, {
      workspaceTitle: Maybe(NoEffect(Text(1000))),
      showWorkspaceTitle: UnusedFlag,
      localizedTitles: Maybe(NoEffect(titlesOf(form))),
      showGeneratedSql: UnusedFlag,
      showSemanticSql: UnusedFlag,
    }),
  ),
  embedding: Maybe(schema(`EmbedSettings${form}`, { locale: Maybe(Locale), showDashboardChat: UnusedFlag, timezone: Maybe(TimeZone) })),
  sheetsUi: Maybe(schema(`SheetsUiSettings${form}`, { showAppliedFilters: UnusedFlag })),
  timezoneSettings: Maybe(schema(`TimezoneSettings${form}`, { enabled: Flag, timezone: Maybe(TimeZone), allowUserOverride: Flag })),
})

export const AppConfig = schema('AppConfigResponse', {
  applyThemeGlobally: Type.Boolean({ description: 'Whether the theme is also that of the console; embeds always have it.' }),
  ...partsOf(''),
})
export type AppConfig = Static<typeof AppConfig>

export const defaultAppConfig: AppConfig = {
  applyThemeGlobally: false,
  appTheme: null,
  creatorMode: null,
  embedding: null,
  sheetsUi: null,
  timezoneSettings: null,
}

const scheme = { accentColor: '#2a6df4', backgroundColor: '#ffffff', foregroundColor: '#111111', contrast: 45, logoUrl: '' }
const exampleTheme: AppTheme = { light: scheme, dark: { ...scheme, backgroundColor: '#111111', foregroundColor: '#ffffff' } }

const reading = {
  method: 'GET',
  database: 'whole',
  tag: 'App Theme',
  failures: [],
  action: null,
  reach: 'caller',
  credentials: ['api_key', 'embed'],
} as const

export const getAppConfig = operation({
  ...reading,
  id: 'getAppConfig',
  path: '/api/v1/app-config',
  summary: 'Get how the console and embeds look and behave in this tenant',
  description: 'For every caller of the tenant, frames among them. What nobody has set is null.',
  returns: AppConfig,
  example: { returns: { ...defaultAppConfig, appTheme: exampleTheme } },
})

export const updateAppConfig = operation({
  id: 'updateAppConfig',
  method: 'PUT',
  database: 'whole',
  path: '/api/v1/app-config',
  tag: 'App Theme',
  summary: 'Change some parts of how the console and embeds look and behave',
  description:
    'Administrators only. A part left out keeps its value; null clears it; one that is sent replaces the one before, whole. `applyThemeGlobally` null keeps its value. Addresses are https. There is one theme for a tenant.',
  body: schema('AppConfigInput', { applyThemeGlobally: UnusedFlag, ...partsOf('Input') }),
  returns: AppConfig,
  failures: ['time_zone_invalid', 'font_not_found'],
  action: 'All',
  reach: 'tenant',
  credentials: ['api_key'],
  audit: ['tenant'],
  own: true,
  example: { body: { appTheme: exampleTheme }, returns: { ...defaultAppConfig, appTheme: exampleTheme } },
})

export const getAppTheme = operation({
  ...reading,
  id: 'getAppTheme',
  path: '/api/v1/app-theme',
  summary: 'Get the theme of the tenant alone',
  description: 'Null where none is set.',
  returns: Nullable(AppTheme),
  own: true,
  example: { returns: exampleTheme },
})

export const getEmbedTheme = operation({
  ...reading,
  id: 'getEmbedTheme',
  path: '/api/v1/users/embed-theme',
  summary: 'Get the theme that embeds of the caller have',
  description:
    'With an embed token: the `embedTheme` of its session, or, of an internal user where the session has none, that of the user. Else that of the user behind the key. Fields that are not set are left out; a service account has none. In frames it overrides the theme of the tenant.',
  returns: UserEmbedTheme,
  own: true,
  example: { returns: { primaryColor: '#2a6df4' } },
})
