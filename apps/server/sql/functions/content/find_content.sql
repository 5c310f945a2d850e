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
  is_sought boolean := search <> 'true' and not is_range and p_external_workbook_id is null;
  is_all_seen constant boolean := p_sees_all or (p_parent_id > 0
    and exists (select from public.facet_reached_content(p_tenant_id, array[p_parent_id], p_owner_id, p_grantee_ids) r where r = p_parent_id));
  -- How many of the caller's own were tried. Whether a folder leads somewhere is quickly said from there, and slowly from the folder.
  tried int := 0;
  worth int;
  trying int := case when not is_all_seen and 'folder' = any (p_kinds) then p_few end;
  place record;
  part record;
  found_ids bigint[] := '{}';
  own_ids bigint[];
  folder_ids bigint[];
  chunk int := case when is_sought then greatest(p_limit, 1000) else p_limit end;
  walked int := 0;
  ahead bigint;
begin
  if cardinality(p_kinds) = 0 or p_limit < 1 then return '{}'; end if;
  select p_after_name as last_name, p_after_number as last_number, p_after_id as last_id into place;
  loop
    -- One of them costs about as much as two that are walked. What a short walk found is no measure yet; with a text there is an index to go by.
    worth := case when search <> 'true' or walked < 4 * p_limit then p_few else greatest(p_few, least(ahead / 2, p_far)) end;
    if not is_all_seen and ahead > p_far / 4 and worth > tried then trying := worth; end if;
    if trying is not null then
      own_ids := public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort, p_is_descending,
        p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, trying);
      tried := trying;
      trying := null;
    end if;
    if own_ids is null and not is_all_seen and search = 'true' and walked > p_far then
      own_ids := public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort, p_is_descending,
        p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, null);
    end if;
    if own_ids is not null then
      found_ids := own_ids;
      exit;
    end if;
    if is_sought and ahead > p_far / 2 then
      is_sought := false;
      found_ids := '{}';
      chunk := greatest(p_few, p_limit);
      select p_after_name as last_name, p_after_number as last_number, p_after_id as last_id into place;
    end if;
    execute public.facet_check_walked(
        public.facet_walk_content(p_kinds, p_parent_id, case when is_sought then 'true' else search end, is_range, p_sort, p_is_descending, place.last_id is not null),
        case when is_sought then search else 'true' end, is_all_seen, p_parent_id, p_sort)
      into part using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, place.last_name, place.last_number, place.last_id, chunk, p_owner_id, p_grantee_ids, folder_ids;
    found_ids := found_ids || part.ids;
    exit when part.walked < chunk or cardinality(found_ids) >= p_limit;
    walked := walked + chunk;
    if walked = chunk and not is_all_seen and p_parent_id is null then
      folder_ids := public.facet_reached_folders(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_owner_id, p_grantee_ids, p_few);
    end if;
    -- How far the rest of the page should be, by what was found so far.
    ahead := (p_limit - cardinality(found_ids))::bigint * walked / greatest(1, cardinality(found_ids));
    chunk := least(greatest(p_far, p_limit), 4 * chunk, greatest(p_limit, 1.3 * ahead))::int;
    select part.last_name as last_name, part.last_number as last_number, part.last_id as last_id into place;
  end loop;
  return found_ids[1:p_limit];
end $$;
call facet_protect_function('facet_find_content(bigint, bigint, bigint, text[], bigint, text, text, boolean, text, boolean, text, bigint, bigint, int, bigint, bigint[], boolean, int, int)', 'facet_function');
