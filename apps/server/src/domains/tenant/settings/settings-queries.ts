import { defaultTenantSettings, type TenantSettings } from '@facet/contract'
import type { InTenant, TenantAccess } from '#access'
import { type Db, sql } from '#db'

/** Stored are only the fields that were ever set; the rest follow the defaults of the build. */
export const getSettings = async (db: Db, access: InTenant): Promise<TenantSettings> => {
  const row = await db.selectFrom('tenant_settings').select('settings').where('tenant_id', '=', access.tenantId).executeTakeFirst()
  return { ...defaultTenantSettings, ...row?.settings }
}

export const mergeSettings = async (db: Db, access: TenantAccess, change: Partial<TenantSettings>): Promise<TenantSettings> => {
  const row = await db
    .insertInto('tenant_settings')
    .values({ tenant_id: access.tenantId, settings: JSON.stringify(change) })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet({ settings: sql<string>`tenant_settings.settings || excluded.settings`, updated_at: sql<Date>`now()` }),
    )
    .returning('settings')
    .executeTakeFirstOrThrow()
  return { ...defaultTenantSettings, ...row.settings }
}

export const databaseTimeMs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from now()) * 1000)::bigint as ms`.execute(db)
  return rows[0]?.ms ?? 0
}
