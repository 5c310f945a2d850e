-- The builds that environments serve, over all tenants, for the nodes that run their engines. Nothing for those that serve none.
create or replace function facet_find_served_builds(p_tenants bigint[], p_environments bigint[])
returns table (tenant_id bigint, deployment_id bigint, environment_id bigint, build_id bigint, engine_version text, artifact_key text, artifact_sha256 text, slug text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select e.tenant_id, e.deployment_id, e.id, b.id, b.engine_version, b.artifact_key, b.artifact_sha256, d.slug
  from unnest(p_tenants, p_environments) asked(tenant_id, id)
  join public.environments e on e.tenant_id = asked.tenant_id and e.id = asked.id
  join public.builds b on b.tenant_id = e.tenant_id and b.id = e.build_id and b.environment_id = e.id
  join public.deployments d on d.tenant_id = e.tenant_id and d.id = e.deployment_id
  where b.artifact_key is not null and b.artifact_sha256 is not null and b.engine_version is not null
$$;
call facet_protect_function('facet_find_served_builds(bigint[], bigint[])', 'facet_service');
