-- Whether somewhere below a folder lies an item that is the caller's or was granted: the folder is shown then, as a way there. Ends at the
-- first that is found.
create or replace function facet_leads_to_content(p_tenant_id bigint, p_folder_id bigint, p_owner_id bigint, p_grantee_ids bigint[])
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off
as $$
begin
  return exists (
    with recursive below as (
      select i.id, i.kind, i.owner_id, i.has_grants from public.content_items i where i.tenant_id = p_tenant_id and i.parent_id = p_folder_id
      union all
      select i.id, i.kind, i.owner_id, i.has_grants
      from below b cross join lateral (select i.* from public.content_items i where i.tenant_id = p_tenant_id and i.parent_id = b.id limit 10000000) i
      where b.kind <> 'report'
    )
    select from below b where b.owner_id = p_owner_id or (b.has_grants and (select true from public.content_grants g
      where g.tenant_id = p_tenant_id and g.item_id = b.id and g.grantee_id + 0 = any (p_grantee_ids) limit 1) is true));
end $$;
call facet_protect_function('facet_leads_to_content(bigint, bigint, bigint, bigint[])', 'facet_service', 'facet_function');
