import { type Reaction, reactTo } from '#context'
import { purgeEmbedTenant } from '#domains/embed/embed-tenants'
import { embedTenantRemoved } from '#events/embed'

export const reactions: readonly Reaction[] = [
  reactTo(embedTenantRemoved, ({ tenantId, payload }, { calls }, signal) =>
    purgeEmbedTenant(calls, { tenantId, embedTenantId: payload.embedTenantId }, signal),
  ),
]
