import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** What audit entries name of this area. */
export const auditTargets = {
  embed_session: { param: 'embedSessionId' },
  embed_tenant: { param: 'embedTenantName' },
  external_user: {},
} as const satisfies AuditTargetDefinitions
