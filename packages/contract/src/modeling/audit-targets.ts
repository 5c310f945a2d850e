import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  branch: { param: 'branchName' },
  commit: {},
  data_model: {},
  remote: {},
  upload: {},
} as const satisfies AuditTargetDefinitions
