-- For a database brought back from a copy. Forward only: an id that was given out is never given again.
create or replace function facet_move_ids(p_to bigint) returns bigint language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ select setval('public.facet_ids', greatest((select i.last_value from public.facet_ids i), p_to)) $$;
call facet_protect_function('facet_move_ids(bigint)', 'facet_service');
