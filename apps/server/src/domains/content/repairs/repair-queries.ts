import { type Db, sql } from '#db'
import type { ItemAccess, ItemKind, WorkspaceAccess } from '#domains/content/items'
import type { ReportDocument } from '#domains/content/members'

export type Candidate = { id: number; kind: ItemKind; uses_sql: boolean }

/** Items of the workspace that use any of these members, by id. */
export const findCandidates = async (
  db: Db,
  { tenantId, deploymentId, embedTenantId }: WorkspaceAccess,
  members: readonly string[],
  afterId: number,
  limit: number,
): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select i.id, i.kind, u.uses_sql from (
      select m.item_id, bool_or(m.used_in = 'sql') as uses_sql from content_members m
      where m.tenant_id = ${tenantId} and m.deployment_id = ${deploymentId} and m.embed_tenant_id = ${embedTenantId} and m.item_id > ${afterId}
        and m.member_key = any(${members.map((member) => member.toLowerCase())}::text[]) and (m.by_text or m.member = any(${members}::text[]))
      group by m.item_id order by m.item_id limit ${limit}
    ) u join content_items i on i.tenant_id = ${tenantId} and i.id = u.item_id order by i.id`.execute(db)
  return rows
}

/** A report as it is saved, held until the transaction ends: what was read is what is changed. */
export const lockReport = async (db: Db, { tenantId, itemId }: ItemAccess<'report'>): Promise<ReportDocument | undefined> => {
  const row = await db
    .selectFrom('content_reports')
    .select(['json_query', 'sql_query', 'pivot_items', 'meta'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { jsonQuery: row.json_query, sqlQuery: row.sql_query, pivotItems: row.pivot_items, meta: row.meta }
}
