import { type AppConfig, defaultAppConfig } from '@facet/contract'
import type { InTenant, TenantAccess } from '#access'
import { type Db, sql } from '#db'

/** Stored are only the parts that were ever set; the rest follow the defaults of the build. */
const configOf = (stored: unknown): AppConfig => ({ ...defaultAppConfig, ...(stored as Partial<AppConfig> | undefined) })

export const getConfig = async (db: Db, { tenantId }: InTenant): Promise<AppConfig> => {
  const row = await db.selectFrom('app_config').select('config').where('tenant_id', '=', tenantId).executeTakeFirst()
  return configOf(row?.config)
}

/** Part by part, so that two changes of different parts at once both stay. */
export const mergeConfig = async (db: Db, { tenantId }: TenantAccess, change: Partial<AppConfig>): Promise<AppConfig> => {
  const row = await db
    .insertInto('app_config')
    .values({ tenant_id: tenantId, config: JSON.stringify(change) })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ config: sql<string>`app_config.config || excluded.config`, updated_at: sql<Date>`now()` }),
    )
    .returning('config')
    .executeTakeFirstOrThrow()
  return configOf(row.config)
}

/** The theme that embeds of a user have; nobody but users has one. */
export const findUserTheme = async (db: Db, { tenantId }: InTenant, userId: number): Promise<unknown> => {
  const row = await db
    .selectFrom('users')
    .select('embed_theme')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.embed_theme
}
