-- Asks for a build of the production environment in the transaction of the change it follows; what starts builds is woken by its commit.
-- Gives the id, or nothing where the deployment is gone. A tenant asks for its own: row security holds.
create or replace function facet_request_build(p_tenant_id bigint, p_deployment_id bigint, p_reason text, p_request_id text) returns bigint
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  made bigint;
begin
  insert into public.builds (tenant_id, deployment_id, environment_id, branch_name, reason, request_id)
  select d.tenant_id, d.id, e.id, d.deploy_branch_name, p_reason, p_request_id
  from public.deployments d
  join public.environments e on e.tenant_id = d.tenant_id and e.deployment_id = d.id and e.type = 'production'
  where d.tenant_id = p_tenant_id and d.id = p_deployment_id
  returning id into made;
  if made is not null then perform pg_notify('facet_builds', p_tenant_id::text); end if;
  return made;
end $$;
call facet_protect_function('facet_request_build(bigint, bigint, text, text)', 'facet_service', 'facet_function');
