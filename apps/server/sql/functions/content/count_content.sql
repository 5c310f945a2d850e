-- How many items a caller may see in one workspace, up to a limit. Of all folders together what is the caller's or was granted is counted with
-- all below it, as far as the limit goes; what meets a condition is counted where it is found, in no order; elsewhere as much is found as is counted.
create or replace function facet_count_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint,
  p_search text, p_external_workbook_id text, p_is_loose boolean, p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[], p_sees_all boolean, p_limit int,
  p_few int default 3000, p_far int default 20000)
returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  all_ids constant bigint[] := array_remove(p_grantee_ids || p_organisation_id, null);
  found int;
begin
  if p_parent_id is null and p_sees_all then
    execute format('with matched as materialized (select from public.content_items i
        where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any ($4) and %s) select count(*), $5::text from (select from matched limit $6) m',
        public.facet_content_search(p_search, p_external_workbook_id, p_is_loose))
      into found using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_search, p_limit;
    return found;
  end if;
  if p_parent_id is not null or 'folder' = any (p_kinds) or p_external_workbook_id is not null or p_is_loose then
    return cardinality(public.facet_find_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, 'name', false,
      null, null, null, p_limit, p_owner_id, all_ids, p_sees_all, p_few, p_far));
  end if;
  if p_search is not null then
    return coalesce(
      cardinality(public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, null, false, 'id', false,
        null, null, null, p_limit, p_owner_id, all_ids, p_far / 2)),
      public.facet_count_matched_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_search, p_owner_id, all_ids, p_limit, p_few / 10, p_far));
  end if;
  -- What was granted by itself is enough for many, and needs no look at what is below.
  found := (select count(distinct g.item_id) from public.content_grants g where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id
    and g.item_embed_tenant_id = p_embed_tenant_id and g.grantee_id = any (all_ids) and g.item_kind = any (p_kinds));
  if found >= p_limit then return p_limit; end if;
  return (select count(*) from (
    with recursive reach as (
      (select i.id, i.kind from public.content_items i
        where i.tenant_id = p_tenant_id and i.deployment_id = p_deployment_id and i.embed_tenant_id = p_embed_tenant_id and i.owner_id = p_owner_id
      union all
      select g.item_id, g.item_kind from public.content_grants g where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id
        and g.item_embed_tenant_id = p_embed_tenant_id and g.grantee_id = any (all_ids))
      union
      select i.id, i.kind from reach r cross join lateral (select i.id, i.kind from public.content_items i
        where i.tenant_id = p_tenant_id and i.parent_id = r.id limit 10000000) i where r.kind <> 'report'
    )
    select from reach r where r.kind = any (p_kinds) limit p_limit) counted);
end $$;
call facet_protect_function('facet_count_content(bigint, bigint, bigint, text[], bigint, text, text, boolean, bigint, bigint, bigint[], boolean, int, int, int)', 'facet_service');
