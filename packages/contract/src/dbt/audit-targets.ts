import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  dbt_integration: {},
  dbt_sync: { param: 'syncJobId' },
} as const satisfies AuditTargetDefinitions
