import type { InTenant } from '#access'
import { type Db, sql } from '#db'
import type { EmbedTenantAccess } from './require-embed-tenant.ts'
import { containing } from './search-rules.ts'

type Listing = { search: string | undefined; after: readonly [email: string, id: number] | null; limit: number }

/** What an answer shows of an external user. */
export const embedUserColumns = [
  'external_users.id',
  'external_users.external_id',
  'external_users.email',
  'external_users.display_name',
  'external_users.created_at',
] as const

// As the index has it; a `coalesce` would not reach it under row security.
const sortKey = sql<string>`case when email is null then '' else email end`

/** By email, those without one first, along an index: a page reads no more than itself. */
export const usersAfter = (db: Db, { tenantId, embedTenantId }: EmbedTenantAccess, { search, after, limit }: Listing) => {
  const part = containing(search ?? '')
  const [email, id] = after ?? ['', 0]
  return db
    .selectFrom('external_users')
    .select(embedUserColumns)
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where(sql<boolean>`(${sortKey}, id) > (${email}, ${id}::bigint)`)
    .$if(Boolean(search), (query) => query.where((where) => where.or([where('email', 'ilike', part), where('external_id', 'ilike', part)])))
    .orderBy(sortKey)
    .orderBy('id')
    .limit(limit)
}

export const listUsersAfter = (db: Db, access: EmbedTenantAccess, listing: Listing) => usersAfter(db, access, listing).execute()
export type EmbedUserRow = Awaited<ReturnType<typeof listUsersAfter>>[number]

/** Of the whole tenant, whatever embed tenant they belong to. */
export const countExternalUsers = async (db: Db, { tenantId }: InTenant): Promise<number> => {
  const row = await db
    .selectFrom('external_user_counts')
    .select(sql<number>`coalesce(sum(users), 0)::bigint`.as('users'))
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', 0)
    .executeTakeFirst()
  return row?.users ?? 0
}
