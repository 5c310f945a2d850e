-- One look finds the tenant and says whether the host is its own.
create or replace function facet_find_host(p_host text)
returns table (tenant_id bigint, tenant_name text, is_own_host boolean, epoch bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.id, t.name, h.host is not null, e.epoch
  from public.revocation_epoch e
  left join public.tenant_hosts h on h.host = p_host
  join public.tenants t on t.suspended_at is null and (t.id = h.tenant_id
    or (h.host is null and 1 = (select count(*) from (select from public.tenants limit 2) few)))
$$;
call facet_protect_function('facet_find_host(text)', 'facet_service');
