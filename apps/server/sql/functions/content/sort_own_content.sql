-- A page of what facet_own_content finds, in its order and behind a place; null when that is more than the limit.
create or replace function facet_sort_own_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint,
  p_search text, p_external_workbook_id text, p_is_loose boolean, p_sort text, p_is_descending boolean, p_after_name text, p_after_number bigint, p_after_id bigint, p_limit int,
  p_owner_id bigint, p_grantee_ids bigint[], p_most int)
returns bigint[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  key constant text := public.facet_content_key(p_sort);
  direction constant text := case when p_is_descending then 'desc' else 'asc' end;
  columns constant text := concat_ws(', ', 'i.id, i.kind', case when key <> 'id' then 'i.' || key end, case when p_search is not null then 'i.sort_name' end,
    case when p_search is not null and key <> 'sort_key' then 'i.sort_key' end);
  page bigint[];
begin
  execute public.facet_own_content(p_kinds, p_parent_id, p_is_loose, columns) || format(' select case when (select f.are_few from few f) and ($14 is null or (select count(*) from reached) <= $14) then array(
      select i.id from (select $4::bigint, $5::text, $6::text, $7::bigint, $8::bigint, $12::bigint[], $13::int) used, own i
      where i.kind = any (%L) and %s and ($8 is null or (i.%s, i.id) %s (%s, $8)) order by i.%s %s, i.id %s limit $9) end', p_kinds,
      public.facet_content_search(p_search, p_external_workbook_id, false), key, case when p_is_descending then '<' else '>' end, public.facet_content_key_behind(p_sort),
      key, direction, direction)
    into page using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, null::bigint[], null::int, p_most;
  return page;
end $$;
call facet_protect_function('facet_sort_own_content(bigint, bigint, bigint, text[], bigint, text, text, boolean, text, boolean, text, bigint, bigint, int, bigint, bigint[], int)', 'facet_function');
