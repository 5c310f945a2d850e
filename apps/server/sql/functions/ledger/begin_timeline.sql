-- Another life of the database begins behind everything the store knows of: what was issued before is refused, and the entry says so
-- to whoever still serves the life before. Refused when another did this meanwhile. What waited under numbers of that life is told again.
create or replace function facet_begin_timeline(p_timeline_id uuid, p_from bigint, p_restore_epoch int, p_is_complete boolean,
  p_unread_after bigint, p_known jsonb)
returns table (number bigint, restore_epoch int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  epoch int;
  told jsonb[];
  part jsonb;
begin
  perform from public.ledger l where l.timeline_id = p_timeline_id for update;
  if not found then raise exception 'another facet restored was quicker'; end if;
  update public.installation i set restore_epoch = greatest(i.restore_epoch, p_restore_epoch) + 1 returning i.restore_epoch into epoch;
  told := array(select e.body::jsonb -> 'endings' from public.ledger_entries e
    where e.stored_at is null and jsonb_array_length(e.body::jsonb -> 'endings') > 0 order by e.number);
  delete from public.ledger_entries e where e.stored_at is null;
  -- Objects of other lives, for whoever removes old ones.
  insert into public.ledger_entries (number, body, is_marker, at, stored_at)
  select k.number, '', k."isMarker", k.at, clock_timestamp() from jsonb_to_recordset(p_known) as k(number bigint, "isMarker" boolean, at timestamptz)
  on conflict do nothing;
  update public.ledger l set timeline_id = gen_random_uuid(), number = greatest(l.number, p_from), unread_after = p_unread_after,
    ending_number = case when p_is_complete then coalesce((select max(e.number) from public.ledger_entries e where not e.is_marker), 0) end;
  -- Before what this copy learnt and ended again, which waits for its numbers: that came later, and may be what ended it for good.
  foreach part in array told loop
    perform public.facet_number_entry(part, false);
  end loop;
  insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
  select t.id, 'facet restored', 'done', 'operator', 'operator',
    jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', t.id::text, 'did', 'sessions_ended')) from public.tenants t;
  return query select public.facet_number_entry('[]', false), epoch;
end $$;
call facet_protect_function('facet_begin_timeline(uuid, bigint, int, boolean, bigint, jsonb)', 'facet_service');
