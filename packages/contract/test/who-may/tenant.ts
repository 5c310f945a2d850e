import { anyKey, key, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  getTenantSettings: key('AIBIView', 'Viewer', 'tenant', 'read-only'),
  updateTenantSettings: key('All', 'Admin', 'tenant'),
  listAuditLogs: key('AuditLogManage', 'Admin', 'tenant', 'read-only'),
  exportAuditLogs: key('AuditLogManage', 'Admin', 'tenant', 'read-only'),
  getSpec: anyKey('caller', 'ci', 'mint-only', 'read-only'),
} satisfies WhoMayRows
