-- For a database brought back from a copy: what was to be pushed when the copy was made goes nowhere by itself.
create or replace function facet_hold_back_pushes(p_cause text, p_message text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held int;
begin
  update public.remote_pushes p set state = 'failed', cause = p_cause, message = p_message, next_attempt_at = null where p.state = 'pending';
  get diagnostics held = row_count;
  return held;
end $$;
call facet_protect_function('facet_hold_back_pushes(text, text)', 'facet_service');
