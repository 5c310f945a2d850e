-- For a database brought back from a copy: syncs that were waiting or running when the copy was made do not go on. What became of them is known
-- by nobody here: they may have committed, or pushed.
create or replace function facet_hold_back_dbt_syncs() returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held int;
begin
  update public.dbt_syncs s set lost_at = now(), updated_at = now() where s.closed_at is null and s.lost_at is null;
  get diagnostics held = row_count;
  return held;
end $$;
call facet_protect_function('facet_hold_back_dbt_syncs()', 'facet_service');
