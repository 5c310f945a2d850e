import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  api_key: { param: 'apiKeyId' },
  group: { param: 'groupId' },
  service_account: { param: 'serviceAccountId' },
  user: { param: 'userId' },
  user_attribute: { param: 'userAttributeId' },
} as const satisfies AuditTargetDefinitions
