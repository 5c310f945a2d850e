import { contentLimits, type DashboardConfig } from '@facet/contract'
import { brokenConstraint, type Db, sql } from '#db'
import { type ItemAccess, newPublicId, storing, type WorkspaceAccess } from '#domains/content/items'
import { addMembers, membersOfPublished, storeMembers } from '#domains/content/members'
import { dashboardIdTaken } from './dashboard-failures.ts'
import type { Snapshot } from './snapshot-rules.ts'

/** Dashboards, each in the version that is shown. */
const current = (db: Db, { tenantId }: Pick<WorkspaceAccess, 'tenantId'>) =>
  db
    .selectFrom('dashboards as d')
    .innerJoin('dashboard_versions as v', (join) =>
      join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.dashboard_id', '=', 'd.id').onRef('v.number', '=', 'd.version_number'),
    )
    .select(['d.id', 'd.public_id', 'd.deployment_id', 'd.workbook_id', 'd.status', 'd.allow_embed', 'd.version_number'])
    .select(['v.id as version_id', 'v.title', 'v.description', 'v.config', 'v.snapshots', 'v.published_by'])
    .where('d.tenant_id', '=', tenantId)

type Row = Awaited<ReturnType<ReturnType<typeof current>['execute']>>[number]
export type DashboardRow = Omit<Row, 'config' | 'snapshots'> & { config: DashboardConfig; snapshots: Snapshot[] }

const rowOf = (row: Row): DashboardRow => ({
  ...row,
  config: row.config,
  snapshots: row.snapshots as unknown as Snapshot[],
})

/** What is published of each of these workbooks. */
export const findDashboards = async (
  db: Db,
  workspace: Pick<WorkspaceAccess, 'tenantId'>,
  workbookIds: readonly number[],
): Promise<Map<number, DashboardRow>> => {
  if (workbookIds.length === 0) return new Map()
  const rows = await current(db, workspace).where('d.workbook_id', 'in', workbookIds).execute()
  return new Map(rows.map((row) => [row.workbook_id, rowOf(row)]))
}

export const findDashboard = async (
  db: Db,
  access: Pick<ItemAccess<'workbook'>, 'tenantId' | 'itemId'>,
): Promise<DashboardRow | undefined> => (await findDashboards(db, access, [access.itemId])).get(access.itemId)

/** Which dashboard a workbook has, without what it shows. */
export const findDashboardHead = (db: Db, { tenantId, itemId }: ItemAccess<'workbook'>) =>
  db
    .selectFrom('dashboards')
    .select(['id', 'allow_embed'])
    .where('tenant_id', '=', tenantId)
    .where('workbook_id', '=', itemId)
    .executeTakeFirst()

export const setAllowEmbed = async (
  db: Db,
  { tenantId }: Pick<WorkspaceAccess, 'tenantId'>,
  dashboardId: number,
  allowEmbed: boolean,
): Promise<void> => {
  await db
    .updateTable('dashboards')
    .set({ allow_embed: allowEmbed, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', dashboardId)
    .execute()
}

/** The dashboard of a workbook that had none. Its first version follows in the same transaction. */
export const insertDashboard = async (
  db: Db,
  access: ItemAccess<'workbook'>,
  allowEmbed: boolean,
  publicId = newPublicId(),
): Promise<number> => {
  const inserting = db
    .insertInto('dashboards')
    .values({
      tenant_id: access.tenantId,
      deployment_id: access.deploymentId,
      workbook_id: access.itemId,
      public_id: publicId,
      allow_embed: allowEmbed,
      version_number: 0,
      created_by: access.personId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    return (await inserting).id
  } catch (error) {
    throw brokenConstraint(error) === 'dashboards_public_id_key' ? dashboardIdTaken(publicId, error) : error
  }
}

export type NewVersion = { title: string | null; description: string | null; config: DashboardConfig; snapshots: Snapshot[] }

/** Adds a version, which is shown from then on; the oldest goes where there are as many as are kept. */
export const insertVersion = async (db: Db, access: ItemAccess<'workbook'>, dashboardId: number, version: NewVersion): Promise<void> => {
  const { version_number: number } = await db
    .updateTable('dashboards')
    .set({ version_number: sql<number>`version_number + 1`, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', access.tenantId)
    .where('id', '=', dashboardId)
    .returning('version_number')
    .executeTakeFirstOrThrow()
  await storing(
    db
      .insertInto('dashboard_versions')
      .values({
        tenant_id: access.tenantId,
        dashboard_id: dashboardId,
        number,
        title: version.title,
        description: version.description,
        config: JSON.stringify(version.config),
        snapshots: JSON.stringify(version.snapshots),
        published_by: access.personId,
      })
      .execute(),
  )
  const uses = membersOfPublished(version)
  await (number === 1 ? addMembers(db, access, 'published', uses) : storeMembers(db, access, 'published', uses))
  if (number <= contentLimits.dashboardVersions) return
  await db
    .deleteFrom('dashboard_versions')
    .where('tenant_id', '=', access.tenantId)
    .where('dashboard_id', '=', dashboardId)
    .where('number', '<=', number - contentLimits.dashboardVersions)
    .execute()
}
