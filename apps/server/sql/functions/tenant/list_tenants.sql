-- A page of all tenants with their hosts, for the operator and for work that goes round the tenants.
create or replace function facet_list_tenants(p_after bigint, p_limit int)
returns table (tenant_id bigint, tenant_name text, hosts text[]) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.id, t.name, coalesce((select array_agg(h.host order by h.host) from public.tenant_hosts h where h.tenant_id = t.id), '{}')
  from public.tenants t where t.id > p_after order by t.id limit p_limit
$$;
call facet_protect_function('facet_list_tenants(bigint, int)', 'facet_service');
