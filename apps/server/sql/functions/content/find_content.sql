-- What a caller may see in one workspace, in its order and behind a place, up to a limit, and nothing else. Parent 0 is the root; without one,
-- items of every folder. There are two ways: to walk along the index and to leave out what the caller does not see, which is quick where that
-- is little; or to begin with what is the caller's and what was granted, with all below it, and to sort that, which is quick where that is
-- little. The walk begins, and its finds decide how it goes on. A text is first looked for on the walk, and where it is rare by its index.
-- Few is how many of the second kind are sorted gladly, far how long a walk is gone.
create or replace function facet_find_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint,
  p_search text, p_external_workbook_id text, p_is_loose boolean, p_sort text, p_is_descending boolean, p_after_name text, p_after_number bigint, p_after_id bigint, p_limit int,
  p_owner_id bigint, p_grantee_ids bigint[], p_sees_all boolean, p_few int, p_far int)
returns bigint[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  search constant text := public.facet_content_search(p_search, p_external_workbook_id, p_is_loose);
  is_range constant boolean := coalesce(char_length(p_search) <= 2 and p_sort = 'name' and p_external_workbook_id is null, false);
  -- Whether what meets the condition is found first, and then sorted.
  is_indexed boolean := p_external_workbook_id is not null;
  is_all_seen constant boolean := p_sees_all or (p_parent_id > 0
    and exists (select from public.facet_reached_content(p_tenant_id, array[p_parent_id], p_owner_id, p_grantee_ids) r where r = p_parent_id));
  -- How many of the caller's own were tried. Whether a folder leads somewhere is quickly said from there, and slowly from the folder.
  tried int := 0;
  trying int := case when not is_all_seen and 'folder' = any (p_kinds) then p_few end;
  place record;
  part record;
  found_ids bigint[] := '{}';
  own_ids bigint[];
  folder_ids bigint[];
  -- Nothing is walked beyond the last that is found, so that a long part costs no more than a short one. What is indexed is found anew for each.
  chunk int := greatest(p_limit, least(p_far, case when is_indexed then p_far when p_search is not null then 3000 when is_all_seen then 0 else 5 * p_limit end));
  walked int := 0;
  ahead bigint := 0;
begin
  if cardinality(p_kinds) = 0 or p_limit < 1 then return '{}'; end if;
  select p_after_name as last_name, p_after_number as last_number, p_after_id as last_id into place;
  loop
    -- One of them costs about half as much as one that is walked; what has not the text is passed by quickly, and there is an index to go by as well.
    if not is_all_seen and ahead > (case when p_search is null then p_far / 8 when 'folder' = any (p_kinds) then null else 2 * p_far end) then
      trying := greatest(p_few, least(2 * ahead, case when p_search is null then p_far else p_far / 2 end));
    end if;
    if trying > tried then
      own_ids := public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort, p_is_descending,
        p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, trying);
      tried := trying;
    end if;
    if own_ids is null and not is_all_seen and p_search is null and walked > p_far and ahead > p_far then
      own_ids := public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort, p_is_descending,
        p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, null);
    end if;
    if own_ids is not null then
      found_ids := own_ids;
      exit;
    end if;
    if p_search is not null and not is_range and not is_indexed and ahead > 2 * p_far then
      is_indexed := true;
      found_ids := '{}';
      chunk := greatest(p_far, p_limit);
      select p_after_name as last_name, p_after_number as last_number, p_after_id as last_id into place;
    end if;
    if folder_ids is null and not is_all_seen and p_parent_id is null and ahead > p_far / 8 then
      folder_ids := public.facet_reached_folders(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_owner_id, p_grantee_ids, p_few);
    end if;
    execute public.facet_check_walked(
        public.facet_walk_content(p_kinds, p_parent_id, case when is_indexed or is_range then search else 'true' end, is_range, p_sort, p_is_descending, place.last_id is not null),
        case when is_indexed or is_range then 'true' else search end, case when is_all_seen then 'true' else public.facet_content_seen(p_parent_id, p_kinds, folder_ids is not null) end, p_sort)
      into part using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, place.last_name, place.last_number, place.last_id, chunk, p_owner_id, p_grantee_ids, folder_ids,
        p_limit - cardinality(found_ids);
    found_ids := found_ids || part.ids;
    exit when cardinality(found_ids) >= p_limit or part.walked is null or part.walked < chunk;
    walked := walked + chunk;
    -- How far the rest of the page should be, by what was found so far.
    ahead := (p_limit - cardinality(found_ids))::bigint * walked / greatest(1, cardinality(found_ids));
    chunk := least(greatest(p_far, p_limit), greatest(p_limit, 2 * ahead))::int;
    select part.last_name as last_name, part.last_number as last_number, part.last_id as last_id into place;
  end loop;
  return found_ids;
end $$;
call facet_protect_function('facet_find_content(bigint, bigint, bigint, text[], bigint, text, text, boolean, text, boolean, text, bigint, bigint, int, bigint, bigint[], boolean, int, int)', 'facet_function');
