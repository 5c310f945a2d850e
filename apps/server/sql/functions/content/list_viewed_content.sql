-- What a caller looked at last and may still see in one workspace, in the order of that, among the last five thousand that they looked at.
create or replace function facet_list_viewed_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint,
  p_search text, p_external_workbook_id text, p_is_loose boolean, p_is_descending boolean, p_limit int, p_viewer_id bigint, p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[], p_sees_all boolean)
returns table (id bigint, kind text, level int, viewed_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off rows 100
as $$
#variable_conflict use_column
declare
  viewed_ids bigint[];
begin
  execute format('select array(select i.id from (select $4::bigint, $5::text) used,
    (select v.item_id, v.viewed_at from public.content_views v where v.tenant_id = $1 and v.viewer_id = $6 order by v.viewed_at desc, v.item_id desc limit 5000) v
    cross join lateral (select i.* from public.content_items i where i.tenant_id = $1 and i.id = v.item_id limit 1) i
    where i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any ($7) and ($4 is null or case when $4 = 0 then i.parent_id is null else i.parent_id = $4 end) and %s)',
      public.facet_content_search(p_search, p_external_workbook_id, p_is_loose))
    into viewed_ids using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, p_viewer_id, p_kinds;
  return query
    select l.id, l.kind, case when p_sees_all then 3 else l.level end, v.viewed_at
    from public.facet_content_levels(p_tenant_id, p_deployment_id, p_embed_tenant_id, viewed_ids, p_owner_id, p_organisation_id, p_grantee_ids) l
    join public.content_views v on v.tenant_id = p_tenant_id and v.viewer_id = p_viewer_id and v.item_id = l.id
    where p_sees_all or l.level > 0 order by case when p_is_descending then v.viewed_at end desc, v.viewed_at, l.id limit p_limit;
end $$;
call facet_protect_function('facet_list_viewed_content(bigint, bigint, bigint, text[], bigint, text, text, boolean, boolean, int, bigint, bigint, bigint, bigint[], boolean)', 'facet_service');
