-- What a request to the data API is for, with the sealed secret that signs a deployment's own tokens: by the slug within a tenant, or, where
-- no tenant is given, by the name that leads to one deployment alone. The epoch is of the same snapshot, for the cache.
create or replace function facet_find_data_target(p_tenant_id bigint, p_slug text, p_domain text)
returns table (tenant_id bigint, deployment_id bigint, environment_id bigint, slug text, api_secret_sealed bytea, epoch bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with named as (
    select d.tenant_id, d.id, d.slug from public.deployments d where p_tenant_id is not null and d.tenant_id = p_tenant_id and d.slug = p_slug
    union all
    select d.tenant_id, d.id, d.slug from public.deployments d where p_tenant_id is null and p_domain is not null and lower(d.custom_domain) = p_domain
    union all
    select d.tenant_id, d.id, d.slug from public.deployments d where p_tenant_id is null and p_slug is not null and d.slug = p_slug
  )
  select n.tenant_id, n.id, n.id, n.slug, v.value_sealed, e.epoch
  from public.revocation_epoch e
  cross join named n
  join public.tenants t on t.id = n.tenant_id and t.suspended_at is null
  left join public.env_variables v on v.tenant_id = n.tenant_id and v.deployment_id = n.id and v.name = 'CUBEJS_API_SECRET'
  where 1 = (select count(*) from named)
$$;
call facet_protect_function('facet_find_data_target(bigint, text, text)', 'facet_service');
