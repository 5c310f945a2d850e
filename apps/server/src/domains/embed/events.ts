import { defineEvent } from '#kernel/event'

/** Access to it and its name ended with it; its users are still there. */
export const embedTenantRemoved = defineEvent<{ embedTenantId: number }>(
  'embed_tenant.removed',
  ({ embedTenantId }) => `embed_tenant ${embedTenantId}`,
)
