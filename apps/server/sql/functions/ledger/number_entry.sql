-- The next entry. Its number is given under the lock of the one row, so numbers have no gaps and commit in their order.
create or replace function facet_number_entry(p_endings jsonb, p_is_marker boolean) returns bigint language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  was public.ledger;
  ids bigint;
begin
  select * into was from public.ledger for update;
  ids := (select last_value from public.facet_ids);
  insert into public.ledger_entries (number, body, is_marker)
  values (was.number + 1, jsonb_build_object('installation', was.installation_id, 'timeline', was.timeline_id, 'number', was.number + 1,
    'previous', was.ending_number, 'isMarker', p_is_marker, 'ids', ids, 'restoreEpoch', (select i.restore_epoch from public.installation i),
    'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'endings', p_endings)::text, p_is_marker);
  update public.ledger set number = was.number + 1, given_ids = ids, numbered_at = clock_timestamp(),
    ending_number = case when p_is_marker then was.ending_number else was.number + 1 end;
  return was.number + 1;
end $$;
call facet_protect_function('facet_number_entry(jsonb, boolean)');
