import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  dbt_integration: {},
} as const satisfies AuditTargetDefinitions
