// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { exportAuditLogs } from '../audit/export-audit-logs.ts'
import { getAppConfig } from '../app-config/get-app-config.ts'
import { getAppTheme } from '../app-config/get-app-theme.ts'
import { getEmbedTheme } from '../app-config/get-embed-theme.ts'
import { getSpec } from '../spec/get-spec.ts'
import { getTenantSettings } from '../settings/get-tenant-settings.ts'
import { listAuditLogs } from '../audit/list-audit-logs.ts'
import { updateAppConfig } from '../app-config/update-app-config.ts'
import { updateTenantSettings } from '../settings/update-tenant-settings.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  exportAuditLogs,
  getAppConfig,
  getAppTheme,
  getEmbedTheme,
  getSpec,
  getTenantSettings,
  listAuditLogs,
  updateAppConfig,
  updateTenantSettings,
} satisfies Partial<Handlers>
