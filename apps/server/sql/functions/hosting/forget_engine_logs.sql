-- Removes lines that are too old, the oldest first, some at a time.
create or replace function facet_forget_engine_logs(p_days int, p_limit int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.engine_logs l using (
    select o.tenant_id, o.deployment_id, o.id from public.engine_logs o
    where o.logged_at < now() - make_interval(days => p_days) order by o.logged_at limit p_limit for update skip locked
  ) due
  where l.tenant_id = due.tenant_id and l.deployment_id = due.deployment_id and l.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end $$;
call facet_protect_function('facet_forget_engine_logs(int, int)', 'facet_service');
