import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  dashboard: { param: 'dashboardPublicId' },
  dashboard_version: { param: 'versionNumber' },
  folder: { param: 'folderId' },
  report: { param: ['reportId', 'publicId'] },
  workbook: { param: ['workbookId', 'slug'] },
} as const satisfies AuditTargetDefinitions
