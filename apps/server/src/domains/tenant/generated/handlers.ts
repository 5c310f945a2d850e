// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { exportAuditLogs } from '../audit/export-audit-logs.ts'
import { getSpec } from '../spec/get-spec.ts'
import { getTenantSettings } from '../settings/get-tenant-settings.ts'
import { listAuditLogs } from '../audit/list-audit-logs.ts'
import { updateTenantSettings } from '../settings/update-tenant-settings.ts'

/** Which function serves which operation of this area. */
export const handlers = { exportAuditLogs, getSpec, getTenantSettings, listAuditLogs, updateTenantSettings } satisfies Partial<Handlers>
