-- Alone. However many catalogs a transaction comes to, it takes a bounded number of locks, since those of the whole server are:
-- beyond the first ones it takes the tenant's in place of its embed tenants', and beyond those the one of all. What it holds is kept in
-- a setting, which a savepoint undoes as it does the locks.
create or replace function facet_lock_catalogs(p_tenant_ids bigint[], p_scopes bigint[]) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  max_catalogs constant int := 64;
  max_tenants constant int := 64;
  held text[] := coalesce(string_to_array(nullif(current_setting('facet.locked_catalogs', true), ''), ' '), '{}');
  tenants bigint[];
  scopes bigint[];
begin
  select array_agg(w.tenant_id order by w.tenant_id, w.scope), array_agg(w.scope order by w.tenant_id, w.scope) into tenants, scopes
  from (select distinct c.tenant_id, c.scope from unnest(p_tenant_ids, p_scopes) as c(tenant_id, scope)) w
  where not array['0/0', w.tenant_id || '/0', w.tenant_id || '/' || w.scope] && held;
  if tenants is null then return; end if;
  if cardinality(held) + cardinality(tenants) > max_catalogs then
    select array_agg(w.tenant_id order by w.tenant_id), array_agg(0) into tenants, scopes from (select distinct t as tenant_id from unnest(tenants) t) w;
    if cardinality(held) + cardinality(tenants) > max_catalogs + max_tenants then
      tenants := '{0}';
      scopes := '{0}';
    end if;
  end if;
  for n in 1 .. cardinality(tenants) loop
    if tenants[n] > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(0, 0)); end if;
    if scopes[n] > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(tenants[n], 0)); end if;
    perform pg_advisory_xact_lock(hashint8extended(tenants[n], scopes[n]));
    held := held || (tenants[n] || '/' || scopes[n]);
  end loop;
  perform set_config('facet.locked_catalogs', array_to_string(held, ' '), true);
end $$;
call facet_protect_function('facet_lock_catalogs(bigint[], bigint[])', 'facet_service', 'facet_function');
