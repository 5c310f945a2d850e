import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  tenant: {},
} as const satisfies AuditTargetDefinitions
