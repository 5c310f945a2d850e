-- Of these folders and workbooks, and of those that contain them, which the caller reaches: they, or something that contains them, are the
-- caller's or were granted. All that lies below is visible then, since no grant takes anything away. Where the folders that the caller reaches
-- are known, nothing above a workbook is looked at.
create or replace function facet_reached_content(p_tenant_id bigint, p_item_ids bigint[], p_owner_id bigint, p_grantee_ids bigint[], p_folder_ids bigint[] default null)
returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off rows 100
as $$
begin
  return query
    with recursive up as (
      select i.id, i.parent_id, i.is_source from unnest(p_item_ids) asked(id) cross join lateral (
        select i.id, i.parent_id, (i.owner_id = p_owner_id) is true or (i.parent_id = any (p_folder_ids)) is true or (i.has_grants
          and (select true from public.content_grants g
            where g.tenant_id = p_tenant_id and g.item_id = i.id and g.grantee_id + 0 = any (p_grantee_ids) limit 1) is true) as is_source
        from public.content_items i where i.tenant_id = p_tenant_id and i.id = asked.id limit 1) i
      union
      select i.id, i.parent_id, i.is_source from up u cross join lateral (
        select i.id, i.parent_id, (i.owner_id = p_owner_id) is true or (i.has_grants and (select true from public.content_grants g
          where g.tenant_id = p_tenant_id and g.item_id = i.id and g.grantee_id + 0 = any (p_grantee_ids) limit 1) is true) as is_source
        from public.content_items i where i.tenant_id = p_tenant_id and i.id = u.parent_id limit 1) i
      where not u.is_source and p_folder_ids is null
    ), reached as (
      select u.id from up u where u.is_source
      union all
      select u.id from reached r join up u on u.parent_id = r.id where not u.is_source
    )
    select r.id from reached r;
end $$;
call facet_protect_function('facet_reached_content(bigint, bigint[], bigint, bigint[], bigint[])', 'facet_service', 'facet_function');
