import type { DashboardConfig } from '@facet/contract'
import type { Context } from '#context'
import { type Db, sql } from '#db'
import { type ItemAccess, storing } from '#domains/content/items'
import { membersOfPublished, storeMembers } from '#domains/content/members'
import { Failure } from '#kernel/failure'
import type { DashboardRow, NewVersion } from './dashboard-queries.ts'
import type { Snapshot } from './snapshot-rules.ts'

type Reading = Pick<Context, 'db' | 'holdBytes'>

const versions = (db: Db, { tenantId, itemId }: ItemAccess<'workbook'>) =>
  db
    .selectFrom('dashboards as d')
    .innerJoin('dashboard_versions as v', (join) => join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.dashboard_id', '=', 'd.id'))
    .where('d.tenant_id', '=', tenantId)
    .where('d.workbook_id', '=', itemId)

/** Newest first, without what they hold. */
export const listVersionsBefore = (db: Db, access: ItemAccess<'workbook'>, before: number, limit: number) =>
  versions(db, access)
    .select(['v.id', 'v.number', 'v.title', 'v.description', 'v.published_at', 'v.published_by'])
    .select([
      sql<number>`case jsonb_typeof(v.config -> 'widgets') when 'array' then jsonb_array_length(v.config -> 'widgets') else 0 end`.as(
        'widget_count',
      ),
      sql<number>`jsonb_array_length(v.snapshots)`.as('report_count'),
      sql<boolean>`v.number = d.version_number`.as('is_current'),
    ])
    .where(sql<boolean>`v.number < ${before}::bigint`)
    .orderBy('v.number', 'desc')
    .limit(limit)
    .execute()
export type VersionRow = Awaited<ReturnType<typeof listVersionsBefore>>[number]

/** Documents are measured before they are read: all of a version is in memory at once. */
const holdVersion = async ({ db, holdBytes }: Reading, access: ItemAccess<'workbook'>, number: number): Promise<void> => {
  const found = await versions(db, access)
    .select(sql<number>`octet_length(v.config::text) + octet_length(v.snapshots::text)`.as('bytes'))
    .where('v.number', '=', number)
    .executeTakeFirst()
  holdBytes(found?.bytes ?? 0)
}

export const getVersion = async (context: Reading, access: ItemAccess<'workbook'>, number: number): Promise<NewVersion> => {
  const { db } = context
  await holdVersion(context, access, number)
  const found = await versions(db, access)
    .select(['v.title', 'v.description', 'v.config', 'v.snapshots'])
    .where('v.number', '=', number)
    .executeTakeFirst()
  if (!found)
    throw new Failure(
      'dashboard_version_not_found',
      `The dashboard of workbook ${access.itemId} has no version ${number}. The list of its versions shows which it has.`,
    )
  return { ...found, config: found.config, snapshots: found.snapshots as unknown as Snapshot[] }
}

/** Changes what the version that is shown says, without making a new one. */
export const saveCurrentConfig = async (
  db: Db,
  access: ItemAccess<'workbook'>,
  { id, version_number: number, snapshots }: DashboardRow,
  config: DashboardConfig,
): Promise<void> => {
  await storing(
    db
      .updateTable('dashboard_versions')
      .set({ config: JSON.stringify(config) })
      .where('tenant_id', '=', access.tenantId)
      .where('dashboard_id', '=', id)
      .where('number', '=', number)
      .execute(),
  )
  await storeMembers(db, access, 'published', membersOfPublished({ config, snapshots }))
}
