import { NoEffect } from '../no-effect.ts'
import { operation } from '../operation.ts'
import { Maybe, Nullable, OneOf, schema, type Static, Text, Type } from '../schema.ts'

const Weekday = OneOf('Weekday', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
const TimeOfDay = Text(5, { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'UTC, 24 hours: 03:30.' })
const Origins = Type.Array(Text(300, { pattern: '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?$' }), {
  maxItems: 200,
  description: 'Origins that may frame an embed and call the exchange from a browser: scheme, host and port, nothing more.',
})
const UserLimit = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'External users of this tenant; those that exist are never blocked.',
})

export const TenantSettings = schema('TenantSettings', {
  auditLogEnabled: Type.Boolean({ description: 'Kept for clients of the reference: entries are always written and always readable here.' }),
  auditLogEnabledCurrent: Type.Boolean(),
  auditLogEnabledTimestamp: Type.Integer({
    description: 'Milliseconds since 1970 of the last change of `auditLogEnabled`; 0 = never changed.',
  }),
  hasSupportAccess: Type.Boolean(),
  useAIBIUserInterface: Type.Boolean(),
  maintenanceWindowEnabled: Type.Boolean(),
  maintenanceWindowDay: Type.String(),
  maintenanceWindowTime: Type.String(),
  oidcEnabled: Type.Boolean(),
  embeddingEnabled: Type.Boolean(),
  useCreatorMode: Type.Boolean(),
  embedOrigins: Origins,
  externalUserLimit: UserLimit,
  revokeOnSecondUse: Type.Boolean({ description: 'Whether a second use of a session id also ends the token of the first.' }),
})
export type TenantSettings = Static<typeof TenantSettings>

export const defaultTenantSettings: TenantSettings = {
  auditLogEnabled: true,
  auditLogEnabledCurrent: true,
  auditLogEnabledTimestamp: 0,
  hasSupportAccess: false,
  useAIBIUserInterface: true,
  maintenanceWindowEnabled: false,
  maintenanceWindowDay: 'sunday',
  maintenanceWindowTime: '03:00',
  oidcEnabled: false,
  embeddingEnabled: true,
  useCreatorMode: false,
  embedOrigins: [],
  externalUserLimit: 10_000,
  revokeOnSecondUse: false,
}

export const TenantSettingsInput = schema('TenantSettingsInput', {
  auditLogEnabled: Maybe(NoEffect(Type.Boolean({ description: 'Audit entries are always written.' }))),
  hasSupportAccess: Maybe(NoEffect(Type.Boolean())),
  useAIBIUserInterface: Maybe(NoEffect(Type.Boolean())),
  maintenanceWindowEnabled: Maybe(NoEffect(Type.Boolean())),
  maintenanceWindowDay: Maybe(NoEffect(Weekday)),
  maintenanceWindowTime: Maybe(NoEffect(TimeOfDay)),
  oidcEnabled: Maybe(NoEffect(Type.Boolean())),
  embeddingEnabled: Maybe(Type.Boolean()),
  useCreatorMode: Maybe(Type.Boolean()),
  embedOrigins: Type.Optional(Nullable(Origins)),
  externalUserLimit: Maybe(UserLimit),
  revokeOnSecondUse: Maybe(Type.Boolean()),
})
export type TenantSettingsInput = Static<typeof TenantSettingsInput>

export const getTenantSettings = operation({
  id: 'getTenantSettings',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/tenant/settings',
  tag: 'Tenant Settings',
  summary: 'Get the settings of the tenant',
  returns: TenantSettings,
  failures: [],
  action: 'AIBIView',
  reach: 'tenant',
  credentials: ['api_key'],
  example: { returns: defaultTenantSettings },
})

export const updateTenantSettings = operation({
  id: 'updateTenantSettings',
  method: 'PUT',
  database: 'whole',
  path: '/api/v1/tenant/settings',
  tag: 'Tenant Settings',
  summary: 'Change some settings of the tenant',
  description: 'A field left out, or null, keeps its value; `embedOrigins` replaces the whole list. Administrators only.',
  body: TenantSettingsInput,
  returns: TenantSettings,
  failures: [],
  action: 'All',
  reach: 'tenant',
  credentials: ['api_key'],
  audit: ['tenant'],
  example: { body: { useCreatorMode: true }, returns: { ...defaultTenantSettings, useCreatorMode: true } },
})
