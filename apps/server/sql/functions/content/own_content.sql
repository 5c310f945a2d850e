-- What the caller sees, found from what is theirs and what was granted: these and all below them, and the folders that lead there. Only such in
-- one place when that is given: one that the caller does not reach, so that what is seen there is granted by itself or leads somewhere. Null when
-- there are more than the limit.
create or replace function facet_own_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint,
  p_owner_id bigint, p_grantee_ids bigint[], p_limit int)
returns bigint[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off
as $$
declare
  sources bigint[];
  seen bigint[];
begin
  if (select count(*) from (select from public.content_grants g where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id
    and g.grantee_id = any (p_grantee_ids) limit p_limit + 1) few) > p_limit then return null; end if;
  sources := array(
    select s.id from (
      select i.id from public.content_items i
      where i.tenant_id = p_tenant_id and i.deployment_id = p_deployment_id and i.embed_tenant_id = p_embed_tenant_id and i.owner_id = p_owner_id
      union all
      select i.id from public.content_grants g cross join lateral (select i.id from public.content_items i
        where i.tenant_id = p_tenant_id and i.id = g.item_id and i.embed_tenant_id = p_embed_tenant_id limit 1) i
      where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id and g.grantee_id = any (p_grantee_ids)
    ) s limit p_limit + 1);
  if cardinality(sources) > p_limit then return null; end if;
  if p_parent_id is null then
    seen := array(
      with recursive reach as (
        select i.id, i.kind from unnest(sources) s(id) cross join lateral (select i.id, i.kind from public.content_items i
          where i.tenant_id = p_tenant_id and i.id = s.id limit 1) i
        union
        select i.id, i.kind from reach r cross join lateral (select i.id, i.kind from public.content_items i
          where i.tenant_id = p_tenant_id and i.parent_id = r.id limit 10000000) i where r.kind <> 'report'
      )
      select r.id from reach r limit p_limit + 1);
    if cardinality(seen) > p_limit then return null; end if;
  else
    seen := array(select distinct s from unnest(sources) s);
  end if;
  if not 'folder' = any (p_kinds) then return seen; end if;
  return array(
    with recursive way as (
      select i.parent_id as id from unnest(sources) s(id) cross join lateral (select i.parent_id from public.content_items i
        where i.tenant_id = p_tenant_id and i.id = s.id limit 1) i where i.parent_id is not null
      union
      select i.parent_id from way w cross join lateral (select i.parent_id from public.content_items i
        where i.tenant_id = p_tenant_id and i.id = w.id limit 1) i where i.parent_id is not null
    )
    select s from unnest(seen) s union select w.id from way w join public.content_items i on i.tenant_id = p_tenant_id and i.id = w.id where i.kind = 'folder');
end $$;
call facet_protect_function('facet_own_content(bigint, bigint, bigint, text[], bigint, bigint, bigint[], int)', 'facet_function');
