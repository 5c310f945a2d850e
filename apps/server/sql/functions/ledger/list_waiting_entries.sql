-- The oldest entries that the store does not have yet.
create or replace function facet_list_waiting_entries(p_limit int) returns table (number bigint, body text) language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$ select e.number, e.body from public.ledger_entries e where e.stored_at is null order by e.number limit p_limit $$;
call facet_protect_function('facet_list_waiting_entries(int)', 'facet_service');
