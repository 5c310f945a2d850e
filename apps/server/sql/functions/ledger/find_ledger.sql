-- How far the ledger has come and what waits for it.
create or replace function facet_find_ledger()
returns table (installation_id uuid, timeline_id uuid, number bigint, stored_number bigint, ending_number bigint, unread_after bigint, restore_epoch int,
  given_ids bigint, last_id bigint, waiting bigint, waiting_seconds float8)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select l.installation_id, l.timeline_id, l.number,
    coalesce((select max(s.number) from public.ledger_entries s where s.stored_at is not null), 0), l.ending_number, l.unread_after,
    (select i.restore_epoch from public.installation i), l.given_ids, (select i.last_value from public.facet_ids i),
    w.waiting, coalesce(extract(epoch from clock_timestamp() - w.since), 0)::float8
  from public.ledger l, (
    select count(*) as waiting, min(u.at) as since
    from (select e.at from public.endings e union all select s.at from public.ledger_entries s where s.stored_at is null and not s.is_marker) u
  ) w
$$;
call facet_protect_function('facet_find_ledger()', 'facet_service');
