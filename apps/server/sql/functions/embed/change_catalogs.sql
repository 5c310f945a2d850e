-- Once for a statement, however many rows it changed. The first argument is the column that says which catalog a row is in, the second
-- the columns that sessions are minted by: whoever changes one of those, or takes a row away, does so alone. A row that was
-- written as it was is no change.
create or replace function facet_change_catalogs() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  catalogs constant text := 'select array_agg(c.tenant_id), array_agg(c.scope) from (select distinct tenant_id, coalesce(%I, 0) as scope from %s r order by 1, 2) c';
  differing constant text := '(select %1$s from changed_from except select %1$s from changed_to union all (select %1$s from changed_to except select %1$s from changed_from))';
  is_removal constant boolean := tg_op = 'DELETE';
  tenants bigint[];
  scopes bigint[];
begin
  execute format(catalogs, tg_argv[0], case when is_removal then 'changed_from' else format(differing, tg_argv[1]) end) into tenants, scopes;
  if tenants is not null then perform public.facet_lock_catalogs(tenants, scopes); end if;
  if not is_removal then execute format(catalogs, tg_argv[0], format(differing, '*')) into tenants, scopes; end if;
  if tenants is null then return null; end if;
  if is_removal and tg_table_name = 'embed_tenants' then
    delete from public.catalog_epochs e using unnest(tenants, scopes) as c(tenant_id, scope) where e.tenant_id = c.tenant_id and e.scope = c.scope;
    return null;
  end if;
  -- In one order: those who change texts do not exclude each other here.
  perform from public.catalog_epochs e join unnest(tenants, scopes) as c(tenant_id, scope) on e.tenant_id = c.tenant_id and e.scope = c.scope
  order by e.tenant_id, e.scope for update of e;
  update public.catalog_epochs e set epoch = e.epoch + 1 from unnest(tenants, scopes) as c(tenant_id, scope)
  where e.tenant_id = c.tenant_id and e.scope = c.scope;
  return null;
end $$;
call facet_protect_function('facet_change_catalogs()', 'facet_service');
