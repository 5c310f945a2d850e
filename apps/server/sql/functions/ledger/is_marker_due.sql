-- Whether ids were given out since the last entry, that is older than this, and the store has it: while it is away markers do not pile up.
create or replace function facet_is_marker_due(p_mark_after_ms int) returns boolean language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.ledger l, public.facet_ids i
      where i.last_value > l.given_ids and l.numbered_at <= clock_timestamp() - make_interval(secs => p_mark_after_ms / 1000.0))
    and not exists (select from public.ledger_entries e where e.stored_at is null)
$$;
call facet_protect_function('facet_is_marker_due(int)');
