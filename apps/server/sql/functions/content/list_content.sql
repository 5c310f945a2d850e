-- A page of what a caller may see in one workspace, each item with the caller's level and with what it is sorted by. See facet_find_content.
-- A level of 0 is of a folder that only leads to something.
create or replace function facet_list_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint,
  p_search text, p_external_workbook_id text, p_is_loose boolean, p_sort text, p_is_descending boolean, p_after_name text, p_after_number bigint, p_after_id bigint, p_limit int,
  p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[], p_sees_all boolean,
  p_few int default 3000, p_far int default 20000)
returns table (id bigint, kind text, level int, sort_key text, sort_number bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off rows 100
as $$
#variable_conflict use_column
declare
  found_ids constant bigint[] := public.facet_find_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort,
    p_is_descending, p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, array_remove(p_grantee_ids || p_organisation_id, null), p_sees_all, p_few, p_far);
begin
  return query
    select i.id, i.kind, case when p_sees_all then 3 else coalesce(l.level, 0) end, i.sort_key::text,
      public.facet_content_number(p_sort, i.position, i.created_at, i.updated_at)
    from unnest(found_ids) with ordinality f(id, place)
    cross join lateral (select i.* from public.content_items i where i.tenant_id = p_tenant_id and i.id = f.id limit 1) i
    left join public.facet_content_levels(p_tenant_id, p_deployment_id, p_embed_tenant_id, case when p_sees_all then '{}' else found_ids end,
      p_owner_id, p_organisation_id, p_grantee_ids) l on l.id = f.id
    order by f.place;
end $$;
call facet_protect_function('facet_list_content(bigint, bigint, bigint, text[], bigint, text, text, boolean, text, boolean, text, bigint, bigint, int, bigint, bigint, bigint[], boolean, int, int)', 'facet_service');
