-- The other way round: a host is no custom domain, and no other tenant has a domain below it.
create or replace function facet_hold_tenant_host() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_lock_names(new.host);
  if exists (select from public.deployments d where lower(d.custom_domain) = new.host
      or (d.tenant_id <> new.tenant_id and right(lower(d.custom_domain), length(new.host) + 1) = '.' || new.host)) then
    raise unique_violation using constraint = 'deployments_custom_domain_key', message = 'the name belongs to a deployment';
  end if;
  return new;
end $$;
call facet_protect_function('facet_hold_tenant_host()', 'facet_service');

create or replace trigger tenant_hosts_custom_domain before insert or update of host on tenant_hosts
  for each row execute function facet_hold_tenant_host();
