import { type Db, sql } from '#db'
import { nextIds, type Snapshot } from '#domains/content/dashboards'
import { copyMembers, membersOfReport, storeMembers } from '#domains/content/members'
import { findLevels, type ItemAccess, levels, newPublicId, sortName } from '#domains/content/items'

/** A report, and what its copy is to be called. */
export type ReportCopy = { from: number; to: number; publicId: string }

const copiesOf = async (db: Db, reportIds: readonly number[]): Promise<ReportCopy[]> => {
  const ids = await nextIds(db, reportIds.length)
  return reportIds.map((from, index) => ({ from, to: ids[index] ?? 0, publicId: newPublicId() }))
}

/** The reports of a workbook that the caller may see. */
export const planCopies = async (db: Db, source: ItemAccess<'workbook'>): Promise<ReportCopy[]> => {
  const rows = await db
    .selectFrom('content_items')
    .select('id')
    .where('tenant_id', '=', source.tenantId)
    .where('workbook_id', '=', source.itemId)
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const found = await findLevels(db, source, ids)
  return copiesOf(
    db,
    ids.filter((id) => (found.get(id)?.level ?? levels.none) > levels.none),
  )
}

export const planCopiesOfSnapshots = (db: Db, snapshots: readonly Snapshot[]): Promise<ReportCopy[]> =>
  copiesOf(
    db,
    snapshots.map(({ reportId }) => reportId),
  )

const columnsOf = (copies: readonly ReportCopy[]) => sql`unnest(${copies.map(({ from }) => from)}::bigint[],
  ${copies.map(({ to }) => to)}::bigint[], ${copies.map(({ publicId }) => publicId)}::text[]) as copy (source, id, public_id)`

/** Copies of live reports in another workbook of the caller's: without grants, views and places in spreadsheets. */
export const copyReports = async (db: Db, target: ItemAccess<'workbook'>, copies: readonly ReportCopy[]): Promise<void> => {
  const { tenantId, deploymentId, embedTenantId, itemId, personId } = target
  await sql`insert into content_items
      (tenant_id, id, deployment_id, embed_tenant_id, kind, parent_id, workbook_id, owner_id, name, sort_name, position, created_by, updated_by)
    select ${tenantId}::bigint, copy.id, ${deploymentId}::bigint, ${embedTenantId}::bigint, 'report', ${itemId}::bigint, ${itemId}::bigint,
      ${personId}::bigint, i.name, i.sort_name, i.position, ${personId}::bigint, ${personId}::bigint
    from ${columnsOf(copies)} join content_items i on i.tenant_id = ${tenantId} and i.id = copy.source`.execute(db)
  await sql`insert into content_reports (tenant_id, id, embed_tenant_id, public_id, title, description, json_query, sql_query, pivot_items, meta, source)
    select ${tenantId}::bigint, copy.id, ${embedTenantId}::bigint, copy.public_id, r.title, r.description, r.json_query, r.sql_query, r.pivot_items, r.meta, r.source
    from ${columnsOf(copies)} join content_reports r on r.tenant_id = ${tenantId} and r.id = copy.source`.execute(db)
  await copyMembers(db, target, copies)
}

/** A new report for each snapshot, as it was when it was published. */
export const makeReports = async (
  db: Db,
  target: ItemAccess<'workbook'>,
  copies: readonly ReportCopy[],
  snapshots: readonly Snapshot[],
): Promise<void> => {
  const made = snapshots.flatMap((snapshot, index) => {
    const copy = copies[index]
    return copy ? [{ snapshot, copy }] : []
  })
  if (made.length === 0) return
  const { tenantId, deploymentId, embedTenantId, itemId, personId } = target
  await db
    .insertInto('content_items')
    .values(
      made.map(({ snapshot, copy }) => ({
        tenant_id: tenantId,
        id: copy.to,
        deployment_id: deploymentId,
        embed_tenant_id: embedTenantId,
        kind: 'report',
        parent_id: itemId,
        workbook_id: itemId,
        owner_id: personId,
        name: snapshot.name,
        sort_name: sortName(snapshot.name),
        created_by: personId,
        updated_by: personId,
      })),
    )
    .execute()
  await db
    .insertInto('content_reports')
    .values(
      made.map(({ snapshot, copy }) => ({
        tenant_id: tenantId,
        id: copy.to,
        embed_tenant_id: embedTenantId,
        public_id: copy.publicId,
        title: snapshot.title,
        description: snapshot.description,
        json_query: snapshot.jsonQuery,
        sql_query: snapshot.sqlQuery,
        pivot_items: snapshot.pivotItems && JSON.stringify(snapshot.pivotItems),
        meta: snapshot.meta && JSON.stringify(snapshot.meta),
      })),
    )
    .execute()
  for (const { snapshot, copy } of made) await storeMembers(db, { ...target, itemId: copy.to }, 'saved', membersOfReport(snapshot))
}
