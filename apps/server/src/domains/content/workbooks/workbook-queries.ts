import type { DashboardConfig } from '@facet/contract'
import { brokenConstraint, type Db, sql } from '#db'
import { changeItem, insertItem, type ItemAccess, storing, type WorkspaceAccess } from '#domains/content/items'
import { addWorkbookMembers, storeWorkbookMembers } from '#domains/content/members'
import type { Documents } from './document-rules.ts'
import { slugTaken } from './slug-rules.ts'

const workbooks = (db: Db, { tenantId }: Pick<WorkspaceAccess, 'tenantId'>, ids: readonly number[]) =>
  db
    .selectFrom('content_workbooks as w')
    .innerJoin('content_items as i', (join) => join.onRef('i.tenant_id', '=', 'w.tenant_id').onRef('i.id', '=', 'w.id'))
    .select(['i.id', 'i.name', 'i.parent_id', 'w.slug', 'w.file_key', 'w.meta', 'w.calculated_fields', 'w.dashboard_draft'])
    .where('w.tenant_id', '=', tenantId)
    .where('w.id', 'in', ids)

type Row = Awaited<ReturnType<ReturnType<typeof workbooks>['execute']>>[number]
export type WorkbookRow = Omit<Row, 'dashboard_draft'> & { dashboard_draft: DashboardConfig | null }

export const findWorkbooks = async (
  db: Db,
  workspace: Pick<WorkspaceAccess, 'tenantId'>,
  ids: readonly number[],
): Promise<Map<number, WorkbookRow>> => {
  if (ids.length === 0) return new Map()
  return new Map((await workbooks(db, workspace, ids).execute()).map((row) => [row.id, row as WorkbookRow]))
}

/** Holds the rows of these workbooks, in the order of their ids so that two requests never wait for each other. */
export const lockWorkbooks = async (db: Db, workspace: WorkspaceAccess, ids: readonly number[]): Promise<Map<number, WorkbookRow>> =>
  new Map((await workbooks(db, workspace, ids).orderBy('w.id').forNoKeyUpdate('w').execute()).map((row) => [row.id, row as WorkbookRow]))

/** How many bytes of documents each of these is shown with: the draft and what is published stand in two places. */
export const findSizes = async (db: Db, { tenantId }: WorkspaceAccess, ids: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select w.id, octet_length(w.meta::text) + octet_length(w.calculated_fields::text) + 2 * coalesce(octet_length(w.dashboard_draft::text), 0)
      + coalesce(2 * octet_length(v.config::text) + octet_length(v.snapshots::text), 0) as bytes
    from content_workbooks w
    left join dashboards d on d.tenant_id = w.tenant_id and d.workbook_id = w.id
    left join dashboard_versions v on v.tenant_id = d.tenant_id and v.dashboard_id = d.id and v.number = d.version_number
    where w.tenant_id = ${tenantId} and w.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

export type NewWorkbook = Documents & { name: string; parentId: number | null; slug?: string | null; fileKey?: string }

const refusingTakenSlug = async <T>(slug: string | null | undefined, statement: Promise<T>): Promise<T> => {
  try {
    return await storing(statement)
  } catch (error) {
    throw slug && brokenConstraint(error) === 'content_workbooks_slug_key' ? slugTaken(slug) : error
  }
}

/** Belongs to the caller. */
export const insertWorkbook = async (db: Db, workspace: WorkspaceAccess, workbook: NewWorkbook): Promise<number> => {
  const { tenantId, deploymentId, embedTenantId } = workspace
  const id = await insertItem(db, workspace, { kind: 'workbook', name: workbook.name, parentId: workbook.parentId })
  const saved = await refusingTakenSlug(
    workbook.slug,
    db
      .insertInto('content_workbooks')
      .values({
        tenant_id: tenantId,
        deployment_id: deploymentId,
        embed_tenant_id: embedTenantId,
        id,
        slug: workbook.slug ?? null,
        ...(workbook.fileKey === undefined ? {} : { file_key: workbook.fileKey }),
        meta: JSON.stringify(workbook.meta ?? {}),
        calculated_fields: JSON.stringify(workbook.calculatedFields ?? {}),
        dashboard_draft: workbook.draft ? JSON.stringify(workbook.draft) : null,
      })
      .returning(['dashboard_draft', 'calculated_fields'])
      .executeTakeFirstOrThrow(),
  )
  await addWorkbookMembers(db, { ...workspace, itemId: id }, saved)
  return id
}

export type WorkbookChanges = Documents & { name?: string; parentId?: number | null; slug?: string | null }

export const changeWorkbook = async (db: Db, access: ItemAccess<'workbook'>, changes: WorkbookChanges): Promise<void> => {
  const { name, parentId, slug, meta, draft, calculatedFields } = changes
  await changeItem(db, access, { ...(name === undefined ? {} : { name }), ...(parentId === undefined ? {} : { parentId }) })
  const columns = {
    ...(slug === undefined ? {} : { slug }),
    ...(meta === undefined ? {} : { meta: JSON.stringify(meta) }),
    ...(draft === undefined ? {} : { dashboard_draft: draft && JSON.stringify(draft) }),
    ...(calculatedFields === undefined ? {} : { calculated_fields: JSON.stringify(calculatedFields) }),
  }
  if (Object.keys(columns).length === 0) return
  const saved = await refusingTakenSlug(
    slug,
    db
      .updateTable('content_workbooks')
      .set(columns)
      .where('tenant_id', '=', access.tenantId)
      .where('id', '=', access.itemId)
      .returning(['dashboard_draft', 'calculated_fields'])
      .executeTakeFirstOrThrow(),
  )
  await storeWorkbookMembers(db, access, saved)
}
