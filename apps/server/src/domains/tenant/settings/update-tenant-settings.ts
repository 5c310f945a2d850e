import type { updateTenantSettings as contract, TenantSettings, TenantSettingsInput } from '@facet/contract'
import { requireTenant } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { databaseTimeMs, getSettings, mergeSettings } from './settings-queries.ts'

const sent = (body: TenantSettingsInput): Partial<TenantSettings> =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value != null && known.has(name)))

const known = new Set<string>([
  'auditLogEnabled',
  'hasSupportAccess',
  'useAIBIUserInterface',
  'maintenanceWindowEnabled',
  'maintenanceWindowDay',
  'maintenanceWindowTime',
  'oidcEnabled',
  'embeddingEnabled',
  'useCreatorMode',
  'embedOrigins',
  'externalUserLimit',
  'revokeOnSecondUse',
] satisfies (keyof TenantSettingsInput)[])

export const updateTenantSettings: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  const change = sent(body)
  const before = await getSettings(db, access)
  if (change.auditLogEnabled !== undefined && change.auditLogEnabled !== before.auditLogEnabled) {
    change.auditLogEnabledCurrent = change.auditLogEnabled
    change.auditLogEnabledTimestamp = await databaseTimeMs(db)
  }
  const did = Object.keys(change).length > 0 ? 'updated' : 'unchanged'
  return audited(await mergeSettings(db, access, change), [{ kind: 'tenant', id: access.tenantId, did }])
}
