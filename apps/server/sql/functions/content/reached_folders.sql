-- The folders of a workspace that a caller reaches: their own, those that were granted, and all below these. Null when there are more than
-- the limit.
create or replace function facet_reached_folders(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_owner_id bigint,
  p_grantee_ids bigint[], p_limit int)
returns bigint[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  folders bigint[] := array(
    select i.id from public.content_items i where i.tenant_id = p_tenant_id and i.deployment_id = p_deployment_id and i.embed_tenant_id = p_embed_tenant_id
      and i.owner_id = p_owner_id and i.kind = 'folder'
    union
    select g.item_id from public.content_grants g where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id
      and g.item_embed_tenant_id = p_embed_tenant_id and g.grantee_id = any (p_grantee_ids) and g.item_kind = 'folder'
    limit p_limit + 1);
begin
  if cardinality(folders) > p_limit then return null; end if;
  folders := array(
    with recursive reach as (
      select f.id from unnest(folders) f(id)
      union
      select i.id from reach r cross join lateral (select i.id from public.content_items i where i.tenant_id = p_tenant_id and i.deployment_id = p_deployment_id
        and i.embed_tenant_id = p_embed_tenant_id and i.parent_id = r.id and i.kind = 'folder' limit 10000000) i
    )
    select r.id from reach r limit p_limit + 1);
  return case when cardinality(folders) <= p_limit then folders end;
end $$;
call facet_protect_function('facet_reached_folders(bigint, bigint, bigint, bigint, bigint[], int)', 'facet_function');
