-- How far a caller may go with items of one workspace: 0 nothing, 1 view, 2 edit, 3 full. Items of other workspaces are not answered.
-- An item's chain is itself and all that contains it. The nearest step where the caller is the owner or was granted something, in person or
-- by a group, decides; the nearest grant to the organisation gives a level of its own, and the higher of both holds.
-- Here and in the functions beside it, `limit` keeps a look-up from becoming a join with the whole table, and `+ 0` keeps a grantee out of the
-- index: one look at an item's few grants is less than one for each of five hundred groups.
create or replace function facet_content_levels(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_item_ids bigint[],
  p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[])
returns table (id bigint, kind text, level int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off rows 100
as $$
declare
  all_ids constant bigint[] := p_grantee_ids || p_organisation_id;
begin
  return query
    with recursive step as (
      select i.id as item_id, i.kind as item_kind, 0 as distance, i.id as step_id, i.parent_id, i.owner_id, i.has_grants
      from unnest(p_item_ids) asked(id) cross join lateral (select i.* from public.content_items i
        where i.tenant_id = p_tenant_id and i.id = asked.id and i.deployment_id = p_deployment_id and i.embed_tenant_id = p_embed_tenant_id limit 1) i
      union all
      select s.item_id, s.item_kind, s.distance + 1, i.id, i.parent_id, i.owner_id, i.has_grants
      from step s cross join lateral (select i.* from public.content_items i where i.tenant_id = p_tenant_id and i.id = s.parent_id limit 1) i
    ), said as (
      select s.item_id, s.item_kind, s.distance, 3 as level, false as is_organisation from step s where s.owner_id = p_owner_id
      union all
      select s.item_id, s.item_kind, s.distance, g.level, g.grantee_id is not distinct from p_organisation_id
      from step s cross join lateral (select g.level, g.grantee_id from public.content_grants g
        where g.tenant_id = p_tenant_id and g.item_id = s.step_id and g.grantee_id + 0 = any (all_ids) limit 1000000) g
      where s.has_grants
      union all
      select s.item_id, s.item_kind, s.distance, 0, false from step s where s.parent_id is null
    )
    select n.item_id, n.item_kind, max(n.level) from (
      select d.item_id, d.item_kind, (array_agg(d.level order by d.distance, d.level desc))[1] as level from said d group by d.item_id, d.item_kind, d.is_organisation
    ) n group by n.item_id, n.item_kind;
end $$;
call facet_protect_function('facet_content_levels(bigint, bigint, bigint, bigint[], bigint, bigint, bigint[])', 'facet_service', 'facet_function');
