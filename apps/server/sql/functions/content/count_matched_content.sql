-- How many items of all folders, none of them a folder, meet a condition and are seen by the caller, up to a limit. What meets it is found by
-- its index, and no further than needed. Of few, what contains them is climbed; of more, the folders that the caller reaches are found first, if
-- there are not too many. The start of a name is looked for in each of these, by its own index, and all else when that is not enough; other texts
-- are looked for once, in whatever is seen.
create or replace function facet_count_matched_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[],
  p_search text, p_owner_id bigint, p_grantee_ids bigint[], p_limit int, p_few int, p_far int)
returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  found int;
begin
  execute format('with matched as materialized (select i.id, i.kind, i.parent_id, i.owner_id, i.has_grants from public.content_items i
      where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any ($4) and %1$s),
    few as materialized (select count(*) <= $12 as are_few from (select from matched limit $12 + 1) m),
    folders as materialized (select public.facet_reached_folders($1, $2, $3, $10, $11, $13) as ids),
    folder as materialized (select unnest(f.ids) as id from folders f),
    workbook as materialized (
      select i.id from public.content_items i where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.owner_id = $10 and i.kind = ''workbook''
      union all
      select g.item_id from public.content_grants g where g.tenant_id = $1 and g.deployment_id = $2 and g.item_embed_tenant_id = $3 and g.grantee_id = any ($11) and g.item_kind = ''workbook''
      union all
      select i.id from folder f cross join lateral (select i.id from public.content_items i where i.tenant_id = $1 and i.parent_id = f.id and i.kind = ''workbook'' limit 10000000) i
    ),
    in_folders as materialized (select count(*) as n from (%4$s limit $9) m)
    select case when (select f.are_few or (select f.ids is null from folders f) from few f)
        then (select count(*) from (select from matched w where case when w.owner_id = $10 then true when %2$s then true when w.parent_id is null then false else %3$s end limit $9) m)
      %5$s
      else (select count(*) from (select from matched w where case when w.parent_id in (select f.id from folder f) then true when w.parent_id in (select b.id from workbook b) then true
        when w.owner_id = $10 then true else %2$s end limit $9) m) end::int,
      $5::text, $10::bigint, $11::bigint[], $12::int, $13::int',
      public.facet_content_search(p_search, null, false), public.facet_content_granted('w'), public.facet_content_climb(),
      case when char_length(p_search) <= 2 then format('select from folder f cross join lateral (select from public.content_items i
          where i.tenant_id = $1 and i.parent_id = f.id and i.kind = any ($4) and %s limit 10000000) i', public.facet_content_search(p_search, null, false))
        else 'select' end,
      case when char_length(p_search) <= 2 then 'when (select n from in_folders) = $9 then $9' else '' end)
    into found using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_search, null::text, null::bigint, null::bigint, p_limit, p_owner_id, p_grantee_ids, p_few, p_far;
  return found;
end $$;
call facet_protect_function('facet_count_matched_content(bigint, bigint, bigint, text[], text, bigint, bigint[], int, int, int)', 'facet_function');
