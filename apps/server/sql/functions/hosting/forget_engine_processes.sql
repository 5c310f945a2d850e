-- Removes the processes of nodes that are gone, some at a time. A node that was not heard of for a minute has lost its processes.
create or replace function facet_forget_engine_processes(p_limit int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.engine_processes p using (
    select o.tenant_id, o.name from public.engine_processes o
    where o.started_at < now() - interval '1 minute'
      and not exists (select from public.nodes n where n.id = o.node_id and n.seen_at > now() - interval '1 minute')
    limit p_limit for update skip locked
  ) due
  where p.tenant_id = due.tenant_id and p.name = due.name;
  get diagnostics gone = row_count;
  return gone;
end $$;
call facet_protect_function('facet_forget_engine_processes(int)', 'facet_service');
