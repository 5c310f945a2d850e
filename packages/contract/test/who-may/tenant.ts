import { anyKey, key, orEmbedToken, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  getTenantSettings: key('AIBIView', 'Viewer', 'tenant', 'read-only'),
  updateTenantSettings: key('All', 'Admin', 'tenant'),
  // How things look is no secret: a frame draws itself by it.
  getAppConfig: orEmbedToken(anyKey('caller', 'read-only')),
  getAppTheme: orEmbedToken(anyKey('caller', 'read-only')),
  getEmbedTheme: orEmbedToken(anyKey('caller', 'read-only')),
  updateAppConfig: key('All', 'Admin', 'tenant'),
  listAuditLogs: key('AuditLogManage', 'Admin', 'tenant', 'read-only'),
  exportAuditLogs: key('AuditLogManage', 'Admin', 'tenant', 'read-only'),
  getSpec: anyKey('caller', 'ci', 'mint-only', 'read-only'),
} satisfies WhoMayRows
