-- What the store need not keep: markers that have a successor, and entries older than any copy that could be brought back. The newest
-- entry stays whatever its age: it is how a copy is known.
create or replace function facet_list_old_entries(p_days int, p_limit int) returns table (number bigint) language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select e.number from public.ledger_entries e
  where e.stored_at is not null and e.number < (select max(n.number) from public.ledger_entries n where n.stored_at is not null)
    and (e.is_marker or e.at < now() - make_interval(days => p_days))
  order by e.number limit p_limit
$$;
call facet_protect_function('facet_list_old_entries(int, int)', 'facet_service');
