import { type Db, sql } from '#db'
import { callerArguments, type ItemKind, levels, type WorkspaceAccess } from '#domains/content/items'
import { modelOf, type UseRow } from '#domains/content/members'

export type ProblemRow = UseRow & { has_cube: boolean }
export type ProblemPlace = Pick<ProblemRow, 'item_id' | 'state' | 'used_in' | 'part' | 'member'>

// Names that a deployment uses are few; a loose scan goes from one to the next, so there must be an end to what people make up.
const maxNames = 100_000

const seenKinds = ({ caps }: WorkspaceAccess): ItemKind[] => (['report', 'workbook'] as const).filter((kind) => caps[kind] > levels.none)

/** Uses of members that the model does not have, of items that the caller may see. */
export const listProblems = async (
  db: Db,
  workspace: WorkspaceAccess,
  buildId: number,
  after: ProblemPlace | null,
  limit: number,
): Promise<ProblemRow[]> => {
  const { tenantId, deploymentId, embedTenantId, isAdministrator } = workspace
  const { p_owner_id: ownerId, p_organisation_id: organisationId, p_grantee_ids: granteeIds } = callerArguments(workspace)
  const here = sql`m.tenant_id = ${tenantId} and m.deployment_id = ${deploymentId}`
  const { rows } = await sql<ProblemRow>`
    with recursive model as materialized (${modelOf(workspace, buildId)}), cube as materialized (
      select distinct split_part(name, '.', 1) as name from model
    ), used as (
      (select m.member_key, m.member from content_members m where ${here} order by m.member_key, m.member limit 1)
      union all
      select next.member_key, next.member from used cross join lateral (select m.member_key, m.member from content_members m
        where ${here} and (m.member_key, m.member) > (used.member_key, used.member) order by m.member_key, m.member limit 1) next
    ), missing as materialized (
      select u.member_key, u.member, u.member_key not in (select lower(name) from model) as is_missing_in_any_case
      from (select * from used limit ${maxNames}) u where u.member not in (select name from model)
    ), broken as materialized (
      select m.* from missing k join content_members m on m.member_key = k.member_key and m.member = k.member
      where ${here} and m.embed_tenant_id = ${embedTenantId} and (not m.by_text or k.is_missing_in_any_case)
    ), seen as materialized (
      select l.id from public.facet_content_levels(${tenantId}, ${deploymentId}, ${embedTenantId},
        ${isAdministrator ? sql`'{}'::bigint[]` : sql`array(select distinct b.item_id from broken b)`},
        ${ownerId}, ${organisationId}, ${granteeIds}) l where l.level > 0
    )
    select b.item_id, b.state, b.used_in, b.part, b.member, b.by_text,
      exists (select from cube c where c.name = split_part(b.member, '.', 1)
        or (b.by_text and lower(c.name) = split_part(b.member_key, '.', 1))) as has_cube
    from broken b join content_items i on i.tenant_id = b.tenant_id and i.id = b.item_id
    where i.kind = any(${seenKinds(workspace)}::text[]) and (${isAdministrator} or b.item_id in (select id from seen))
      ${
        after === null
          ? sql``
          : sql`and (b.item_id, b.state, b.used_in, b.part, b.member)
            > (${after.item_id}::bigint, ${after.state}::text, ${after.used_in}::text, ${after.part}::text, ${after.member}::text)`
      }
    order by b.item_id, b.state, b.used_in, b.part, b.member limit ${limit}`.execute(db)
  return rows
}
