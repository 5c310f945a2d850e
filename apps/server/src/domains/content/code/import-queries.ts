import { type Db, sql } from '#db'
import type { ItemAccess, WorkspaceAccess } from '#domains/content/items'

export type Part = 'item' | 'dashboard'

/** The reports of these public ids among those of the workspace's owner, in whatever deployment they are. */
export const findByPublicIds = async (
  db: Db,
  { tenantId, embedTenantId }: WorkspaceAccess,
  publicIds: readonly string[],
): Promise<Map<string, number>> => {
  if (publicIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('content_reports')
    .select(['id', 'public_id'])
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where('public_id', 'in', publicIds)
    .execute()
  return new Map(rows.map(({ id, public_id }) => [public_id, id]))
}

/** The workbooks of these dashboards, in whatever deployment and workspace they are. */
export const findDashboardHolders = async (
  db: Db,
  { tenantId }: WorkspaceAccess,
  publicIds: readonly string[],
): Promise<Map<string, number>> => {
  if (publicIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('dashboards')
    .select(['workbook_id', 'public_id'])
    .where('tenant_id', '=', tenantId)
    .where('public_id', 'in', publicIds)
    .execute()
  return new Map(rows.map(({ workbook_id, public_id }) => [public_id, workbook_id]))
}

/** The workbooks of a workspace that have one of these keys or slugs. */
export const findWorkbookHolders = async (
  db: Db,
  { tenantId, deploymentId, embedTenantId }: WorkspaceAccess,
  keys: readonly string[],
  slugs: readonly string[],
): Promise<{ byKey: Map<string, number>; bySlug: Map<string, number> }> => {
  const { rows } = await sql<{ id: number; file_key: string; slug: string | null }>`
    select w.id, w.file_key, w.slug from content_workbooks w
    where w.tenant_id = ${tenantId} and w.deployment_id = ${deploymentId} and w.embed_tenant_id = ${embedTenantId}
      and (w.file_key = any(${keys}::text[]) or w.slug = any(${slugs}::text[]))`.execute(db)
  return {
    byKey: new Map(rows.map((row) => [row.file_key, row.id])),
    bySlug: new Map(rows.flatMap((row) => (row.slug === null ? [] : [[row.slug, row.id] as const]))),
  }
}

/** What the last import left of each of these. */
export const findImported = async (
  db: Db,
  { tenantId }: WorkspaceAccess,
  itemIds: readonly number[],
  part: Part,
): Promise<Map<number, string>> => {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('content_imports')
    .select(['item_id', 'revision'])
    .where('tenant_id', '=', tenantId)
    .where('item_id', 'in', itemIds)
    .where('part', '=', part)
    .execute()
  return new Map(rows.map(({ item_id, revision }) => [item_id, revision]))
}

export type ImportedRevision = { itemId: number; part: Part; revision: string }

/** Each item and part once. */
export const saveImported = async (db: Db, { tenantId }: WorkspaceAccess, saved: readonly ImportedRevision[]): Promise<void> => {
  await sql`insert into content_imports (tenant_id, item_id, part, revision, imported_at)
    select ${tenantId}::bigint, saved.item_id, saved.part, saved.revision, now() from unnest(${saved.map(({ itemId }) => itemId)}::bigint[],
      ${saved.map(({ part }) => part)}::text[], ${saved.map(({ revision }) => revision)}::text[]) as saved (item_id, part, revision)
    on conflict (tenant_id, item_id, part) do update set revision = excluded.revision, imported_at = excluded.imported_at`.execute(db)
}

export const setOwner = async (db: Db, { tenantId, itemId }: ItemAccess, ownerId: number): Promise<void> => {
  await db.updateTable('content_items').set({ owner_id: ownerId }).where('tenant_id', '=', tenantId).where('id', '=', itemId).execute()
}
