-- The condition that items i are looked for by: a text, $5, in their folded names, up to two letters at the beginning, which the index by name
-- finds, and more anywhere, by trigrams; being placed in a spreadsheet; not being of a workbook.
create or replace function facet_content_search(p_search text, p_external_workbook_id text, p_is_loose boolean) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select coalesce(nullif(concat_ws(' and ', case when char_length(p_search) <= 2 then 'i.sort_key >= $5 and i.sort_key < $5 || chr(1114111)'
      when p_search is not null then 'i.sort_name like ''%'' || replace(replace(replace($5, ''\'', ''\\''), ''%'', ''\%''), ''_'', ''\_'') || ''%''' end,
    case when p_external_workbook_id is not null then format('i.id in (select p.report_id from public.report_placements p
      where p.tenant_id = $1 and p.external_workbook_id = %L)', p_external_workbook_id) end,
    case when p_is_loose then 'i.workbook_id is null' end), ''), 'true')
$$;
call facet_protect_function('facet_content_search(text, text, boolean)', 'facet_function');
