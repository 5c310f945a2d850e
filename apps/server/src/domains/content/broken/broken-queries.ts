import type { BrokenUse } from '@facet/contract'
import type { BrokenMember } from '@facet/cube-model'
import { type Db, sql } from '#db'
import { allEmbedUsers, type ItemKind, type WorkspaceAccess } from '#domains/content/items'

type Deployment = Pick<WorkspaceAccess, 'tenantId' | 'deploymentId'>

/** An item as it is edited, or what is published of a workbook. */
export type ContentUnit = { itemId: number; embedTenantId: number; isPublished: boolean }

// Rows that are looked at: an item may name a member in many places.
const maxRows = 50_000

const isWhole = ({ name }: BrokenMember): boolean => !name.includes('.')

/** Names as a range of keys: one member, or all of a cube or view. `/` is what follows the dot. */
const rangesOf = (members: readonly BrokenMember[]) =>
  sql`unnest(${members.map((member) => (isWhole(member) ? `${member.name}.` : member.name))}::text[],
    ${members.map((member) => (isWhole(member) ? `${member.name}.` : member.name).toLowerCase())}::text[],
    ${members.map((member) => (isWhole(member) ? `${member.name}/` : member.name).toLowerCase())}::text[],
    ${members.map(({ reason }) => reason === 'retyped')}::boolean[]) as n (name, low, high, is_retyped)`

/**
 * What uses these names anywhere in the deployment, whoever's it is: by the index of members, and no more than is asked for. `isCut` says that
 * there may be more.
 */
export const listUnits = async (
  db: Db,
  { tenantId, deploymentId }: Deployment,
  members: readonly BrokenMember[],
  max: number,
): Promise<{ units: ContentUnit[]; isCut: boolean }> => {
  if (members.length === 0) return { units: [], isCut: false }
  const { rows } = await sql<ContentUnit & { rows: number }>`
    with hit as materialized (
      select m.item_id, m.embed_tenant_id, m.state
      from ${rangesOf(members)} cross join lateral (
        select m.item_id, m.embed_tenant_id, m.state from content_members m
        where m.tenant_id = ${tenantId} and m.deployment_id = ${deploymentId} and m.member_key >= n.low and m.member_key <= n.high
          and (m.by_text or left(m.member, length(n.name)) = n.name) and not (n.is_retyped and m.used_in = 'chart')
        limit ${maxRows + 1}) m
      limit ${maxRows + 1})
    select distinct h.item_id as "itemId", h.embed_tenant_id as "embedTenantId", h.state = 'published' as "isPublished",
      (select count(*) from hit) as rows
    from hit h order by 2, 1, 3 limit ${max + 1}`.execute(db)
  return {
    units: rows.slice(0, max).map(({ itemId, embedTenantId, isPublished }) => ({ itemId, embedTenantId, isPublished })),
    isCut: rows.length > max || (rows[0]?.rows ?? 0) > maxRows,
  }
}

/** Which of these items of the console are shared with embed users, themselves or by what contains them, with their kinds. */
export const findSharedWithCustomers = async (
  db: Db,
  { tenantId }: Deployment,
  itemIds: readonly number[],
): Promise<Map<number, ItemKind>> => {
  const { rows } = await sql<{ id: number; kind: ItemKind }>`
    with recursive step as (
      select i.id as item_id, i.kind, i.id, i.parent_id, i.has_grants from content_items i
      where i.tenant_id = ${tenantId} and i.id = any(${itemIds}::bigint[])
      union all
      select s.item_id, s.kind, i.id, i.parent_id, i.has_grants
      from step s join content_items i on i.tenant_id = ${tenantId} and i.id = s.parent_id
    )
    select distinct s.item_id as id, s.kind from step s where s.has_grants and exists (select from content_grants g where g.tenant_id = ${tenantId}
      and g.item_id = s.id and (g.grantee_id = ${allEmbedUsers} or g.grantee_kind in ('embed_tenant', 'external_user')))`.execute(db)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** Which of these workbooks have a dashboard that may be embedded. */
export const findEmbeddable = async (db: Db, { tenantId }: Deployment, workbookIds: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select d.workbook_id as id from dashboards d
    where d.tenant_id = ${tenantId} and d.workbook_id = any(${workbookIds}::bigint[]) and d.status = 'published' and d.allow_embed`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export type StoredUse = { itemId: number; isPublished: boolean; member: string; usedIn: BrokenUse['usedIn']; part: string; byText: boolean }

/** Where these items name something of these cubes and members, a number of places for each. */
export const listUses = async (
  db: Db,
  { tenantId }: Deployment,
  units: readonly ContentUnit[],
  members: readonly BrokenMember[],
  maxPerUnit: number,
): Promise<StoredUse[]> => {
  const keysOf = (some: readonly BrokenMember[]): string[] => some.map(({ name }) => name.toLowerCase())
  const { rows } = await sql<StoredUse>`
    select u.item_id as "itemId", u.is_published as "isPublished", m.member, m.used_in as "usedIn", m.part, m.by_text as "byText"
    from unnest(${units.map(({ itemId }) => itemId)}::bigint[], ${units.map(({ isPublished }) => isPublished)}::boolean[]) as u (item_id, is_published)
    cross join lateral (
      select m.member, m.used_in, m.part, m.by_text from content_members m
      where m.tenant_id = ${tenantId} and m.item_id = u.item_id and m.state = case when u.is_published then 'published' else 'saved' end
        and (m.member_key = any(${keysOf(members.filter((member) => !isWhole(member)))}::text[])
          or split_part(m.member_key, '.', 1) = any(${keysOf(members.filter(isWhole))}::text[]))
      order by m.used_in, m.part, m.member limit ${maxPerUnit}) m`.execute(db)
  return rows
}

/** Whether any content of the deployment uses the data model. */
export const usesMembers = async (db: Db, { tenantId, deploymentId }: Deployment): Promise<boolean> => {
  const row = await db
    .selectFrom('content_members')
    .select('item_id')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
