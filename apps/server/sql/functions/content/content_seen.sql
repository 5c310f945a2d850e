-- The condition that a caller sees an item w: it is the caller's or was granted, or something that contains it is, or it is a folder that leads
-- there. What contains it is climbed; where the folders that the caller reaches are known, $12, no further than to the workbook. Directly in a
-- place that the caller does not reach nothing is climbed. Its parameters: $1 tenant, $10 the caller's own id, $11 all that grants to the caller name.
create or replace function facet_content_seen(p_parent_id bigint, p_kinds text[], p_are_folders_known boolean) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select format('case when w.owner_id = $10 then true when %s then true %s %s else false end', public.facet_content_granted('w'),
    case when p_parent_id is not null then '' when p_are_folders_known then format('when w.parent_id = any ($12) then true
        when w.workbook_id is not null then (select case when i.owner_id = $10 then true when i.parent_id = any ($12) then true else %s end
          from public.content_items i where i.tenant_id = $1 and i.id = w.workbook_id)', public.facet_content_granted('i'))
      else format('when case when w.parent_id is null then false else %s end then true', public.facet_content_climb()) end,
    case when 'folder' = any (p_kinds) then format('when w.kind = ''folder'' then %s', public.facet_content_leads()) else '' end)
$$;
call facet_protect_function('facet_content_seen(bigint, text[], boolean)', 'facet_function');
