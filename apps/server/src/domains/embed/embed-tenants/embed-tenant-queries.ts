import type { EmbedTenantsAccess } from '#access'
import { type Db, sql } from '#db'
import type { EmbedTenantAccess } from './require-embed-tenant.ts'
import { containing } from './search-rules.ts'

type Listing = { search: string | undefined; afterName: string; limit: number }

const userCount = sql<number>`(select coalesce(sum(c.users), 0)::bigint from external_user_counts c
  where c.tenant_id = embed_tenants.tenant_id and c.embed_tenant_id = embed_tenants.id)`

/** By name; for a key scoped to embed tenants only those. */
export const listEmbedTenantsAfter = (db: Db, { tenantId, embedTenants }: EmbedTenantsAccess, { search, afterName, limit }: Listing) =>
  db
    .selectFrom('embed_tenants')
    .select(['id', 'name', 'display_name', 'created_at', userCount.as('user_count')])
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where('name', '>', afterName)
    .$if(embedTenants !== null, (query) => query.where(sql<boolean>`name = any(${embedTenants}::text[])`))
    .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')))
    .orderBy('name')
    .limit(limit)
    .execute()
export type EmbedTenantRow = Awaited<ReturnType<typeof listEmbedTenantsAfter>>[number]

/** Takes the name from it at once; its users follow in steps. False when another request was first. */
export const markRemoved = async (db: Db, { tenantId, embedTenantId }: EmbedTenantAccess): Promise<boolean> => {
  const removed = await db
    .updateTable('embed_tenants')
    .set({ removed_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', embedTenantId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
