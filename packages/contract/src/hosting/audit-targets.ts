import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  deployment: { param: 'deploymentId' },
  env_variable: { param: 'name' },
  environment: { param: 'environmentId' },
} as const satisfies AuditTargetDefinitions
