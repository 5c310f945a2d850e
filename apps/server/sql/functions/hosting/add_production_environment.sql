-- A deployment has its production environment from the first moment, whoever makes it.
create or replace function facet_add_production_environment() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.environments (tenant_id, deployment_id, type, slug) values (new.tenant_id, new.id, 'production', new.slug);
  return null;
end $$;
call facet_protect_function('facet_add_production_environment()', 'facet_service');

create or replace trigger add_production_environment after insert on deployments for each row execute function facet_add_production_environment();
