-- A page of what facet_own_content finds, in its order and behind a place; null when that is more than the limit.
create or replace function facet_sort_own_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint,
  p_search text, p_external_workbook_id text, p_is_loose boolean, p_sort text, p_is_descending boolean, p_after_name text, p_after_number bigint, p_after_id bigint, p_limit int,
  p_owner_id bigint, p_grantee_ids bigint[], p_most int)
returns bigint[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  own constant bigint[] := public.facet_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_owner_id, p_grantee_ids, p_most);
  key constant text := public.facet_content_key(p_sort);
  direction constant text := case when p_is_descending then 'desc' else 'asc' end;
  page bigint[];
begin
  if own is null then return null; end if;
  execute format('select array(select i.id from (select $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::text, $6::text, $7::bigint, $8::bigint) used,
      unnest($10::bigint[]) s(id) cross join lateral (select i.* from public.content_items i where i.tenant_id = $1 and i.id = s.id limit 1) i
      where i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any ($11) and ($4 is null or case when $4 = 0 then i.parent_id is null else i.parent_id = $4 end)
        and %s and ($8 is null or (i.%s, i.id) %s (%s, $8)) order by i.%s %s, i.id %s limit $9)',
      public.facet_content_search(p_search, p_external_workbook_id, p_is_loose), key, case when p_is_descending then '<' else '>' end, public.facet_content_key_behind(p_sort),
      key, direction, direction)
    into page using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, p_after_name, p_after_number, p_after_id, p_limit, own, p_kinds;
  return page;
end $$;
call facet_protect_function('facet_sort_own_content(bigint, bigint, bigint, text[], bigint, text, text, boolean, text, boolean, text, bigint, bigint, int, bigint, bigint[], int)', 'facet_function');
