-- A run is open while it has no outcome: one whose outcome was lost is looked at again.
create or replace function facet_note_dbt_outcome() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    update public.dbt_syncs s set closed_at = null where s.tenant_id = old.tenant_id and s.id = old.sync_id;
  else
    update public.dbt_syncs s set closed_at = now(), updated_at = now() where s.tenant_id = new.tenant_id and s.id = new.sync_id;
    -- Runs that waited for its place, or for its branch.
    perform pg_notify('facet_dbt_syncs', new.tenant_id::text);
  end if;
  return null;
end $$;
call facet_protect_function('facet_note_dbt_outcome()', 'facet_service');

create or replace trigger note_dbt_outcome after insert or delete on dbt_sync_outcomes for each row execute function facet_note_dbt_outcome();
