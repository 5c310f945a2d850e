/** Reading the audit trail. Writing it is part of running an operation. */
export { exportAuditLogs } from './export-audit-logs.ts'
export { listAuditLogs } from './list-audit-logs.ts'
