import { brokenConstraint, type Db, sql } from '#db'
import { type ItemAccess, storing, type WorkspaceAccess } from '#domains/content/items'
import { addReportMembers, storeReportMembers } from '#domains/content/members'
import { Failure } from '#kernel/failure'

const reports = (db: Db, { tenantId }: Pick<WorkspaceAccess, 'tenantId'>, ids: readonly number[]) =>
  db
    .selectFrom('content_reports')
    .select([
      'id',
      'public_id',
      'title',
      'description',
      'json_query',
      'sql_query',
      'pivot_items',
      'meta',
      'source',
      'version',
      'refreshed_by',
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)

/** What a report has besides its place in the tree. */
export type ReportRow = Awaited<ReturnType<ReturnType<typeof reports>['execute']>>[number]

export const findReports = async (
  db: Db,
  workspace: Pick<WorkspaceAccess, 'tenantId'>,
  ids: readonly number[],
): Promise<Map<number, ReportRow>> => {
  if (ids.length === 0) return new Map()
  return new Map((await reports(db, workspace, ids).execute()).map((row) => [row.id, row]))
}

/** How many bytes of documents each of these is shown with. */
export const findReportSizes = async (
  db: Db,
  { tenantId }: Pick<WorkspaceAccess, 'tenantId'>,
  ids: readonly number[],
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select r.id, coalesce(octet_length(r.json_query), 0) + coalesce(octet_length(r.sql_query), 0)
      + coalesce(octet_length(r.pivot_items::text), 0) + coalesce(octet_length(r.meta::text), 0)
      + (select coalesce(sum(octet_length(p.external_workbook_id) + octet_length(p.result_location) + coalesce(octet_length(p.end_result_cell), 0)), 0)
         from report_placements p where p.tenant_id = r.tenant_id and p.report_id = r.id) as bytes
    from content_reports r where r.tenant_id = ${tenantId} and r.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** What of a report is written as it is sent. */
export type ReportColumns = {
  title?: string | null
  description?: string | null
  json_query?: string | null
  sql_query?: string | null
  pivot_items?: string | null
  meta?: string | null
}

type NewReport = ReportColumns & { id: number; public_id: string; source: string | null }

/** What of a report names members of the model. */
const documents = ['json_query', 'sql_query', 'pivot_items', 'meta'] as const

export const insertReport = async (db: Db, workspace: WorkspaceAccess, report: NewReport): Promise<void> => {
  try {
    const saved = await storing(
      db
        .insertInto('content_reports')
        .values({ tenant_id: workspace.tenantId, embed_tenant_id: workspace.embedTenantId, ...report })
        .returning(documents)
        .executeTakeFirstOrThrow(),
    )
    await addReportMembers(db, { ...workspace, itemId: report.id }, saved)
  } catch (error) {
    if (brokenConstraint(error) === 'content_reports_own_public_id_key') throw publicIdTaken(report.public_id, error)
    throw error
  }
}

export const publicIdTaken = (publicId: string, cause?: unknown): Failure =>
  new Failure(
    'public_id_taken',
    `Another report of the tenant has the public id ${publicId}. Choose another, or leave it out when you create one.`,
    {
      cause,
    },
  )

/** Changes what it says or runs, or only its version where that is the name. */
export const changeReportRow = async (db: Db, access: ItemAccess<'report'>, changes: ReportColumns): Promise<void> => {
  const saved = await storing(
    db
      .updateTable('content_reports')
      .set({ ...changes, version: sql<number>`version + 1` })
      .where('tenant_id', '=', access.tenantId)
      .where('id', '=', access.itemId)
      .returning(documents)
      .executeTakeFirstOrThrow(),
  )
  await storeReportMembers(db, access, saved)
}

/** The report of a public id among those of the console, or of one embed tenant, in whatever deployment it is. */
export const findByPublicId = async (db: Db, { tenantId, embedTenantId }: WorkspaceAccess, publicId: string): Promise<number | null> => {
  const found = await db
    .selectFrom('content_reports')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Whoever creates or changes the report of this public id waits for whoever does already. */
export const lockPublicId = (db: Db, { tenantId, deploymentId }: WorkspaceAccess, publicId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('report ' || ${deploymentId}::text || ' ' || ${publicId}, ${tenantId}::bigint))`.execute(
    db,
  )

/** That the caller refreshed it now, and so looked at it. */
export const recordRefresh = async (db: Db, { tenantId, itemId, personId }: ItemAccess<'report'>): Promise<void> => {
  await db
    .updateTable('content_reports')
    .set({ refreshed_by: personId, refreshed_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', itemId)
    .execute()
  await db
    .insertInto('content_views')
    .values({ tenant_id: tenantId, viewer_id: personId, item_id: itemId, viewed_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'viewer_id', 'item_id']).doUpdateSet({ viewed_at: (row) => row.ref('excluded.viewed_at') }),
    )
    .execute()
}
