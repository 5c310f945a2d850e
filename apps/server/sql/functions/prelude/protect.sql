-- The second wall around a table of tenants, or around a partition of one: forced, so that not even an owner passes, and closed while no
-- tenant is set. Beside it, what the two roles may do there.
-- facet: after prelude/roles
create or replace procedure facet_protect(
  p_table regclass, p_service text default 'select, insert, update, delete', p_function text default 'select, insert, update, delete')
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  key constant text := case p_table when to_regclass('public.tenants') then 'id' else 'tenant_id' end;
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy service on %s to facet_service using (%I = public.facet_current_tenant()) with check (%I = public.facet_current_tenant())', p_table, key, key);
  execute format('create policy function on %s to facet_function using (true) with check (true)', p_table);
  execute format('grant %s on %s to facet_service', p_service, p_table);
  execute format('grant %s on %s to facet_function', p_function, p_table);
end $$;
revoke all on procedure facet_protect(regclass, text, text) from public;
grant execute on procedure facet_protect(regclass, text, text) to facet_function;
