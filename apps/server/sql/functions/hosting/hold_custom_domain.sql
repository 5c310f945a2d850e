-- The host of a tenant is no custom domain, and what lies below it is for that tenant alone.
create or replace function facet_hold_custom_domain() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_lock_names(new.custom_domain);
  if exists (select from public.tenant_hosts h where h.host in (select public.facet_names_above(new.custom_domain))
      and (h.host = lower(new.custom_domain) or h.tenant_id <> new.tenant_id)) then
    raise unique_violation using constraint = 'deployments_custom_domain_key', message = 'the name belongs to a host of a tenant';
  end if;
  return new;
end $$;
call facet_protect_function('facet_hold_custom_domain()', 'facet_service');

create or replace trigger deployments_custom_domain before insert or update of custom_domain on deployments
  for each row when (new.custom_domain is not null) execute function facet_hold_custom_domain();
