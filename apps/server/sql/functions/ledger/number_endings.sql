-- Gives numbers to what waits for one, and to a marker when one is due.
create or replace function facet_number_endings(p_mark_after_ms int) returns void language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  batch jsonb;
begin
  -- Asked without the lock first: nearly always there is nothing to do.
  if not exists (select from public.endings) and not public.facet_is_marker_due(p_mark_after_ms) then return; end if;
  perform from public.ledger for update;
  loop
    with taken as (
      delete from public.endings e where e.ctid = any (array(select n.ctid from public.endings n order by n.id limit 1000))
      returning e.tenant_id, e.id, e.kind, e.subject_id
    )
    select jsonb_agg(jsonb_build_array(t.tenant_id, t.kind, t.subject_id) order by t.id) into batch from taken t;
    exit when batch is null;
    perform public.facet_number_entry(batch, false);
  end loop;
  -- Another node may have been first.
  if public.facet_is_marker_due(p_mark_after_ms) then
    perform public.facet_number_entry('[]', true);
  end if;
end $$;
call facet_protect_function('facet_number_endings(int)', 'facet_service');
