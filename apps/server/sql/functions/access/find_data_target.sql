-- Where a request of the data API goes: the production environment of a deployment, by its slug within a tenant, by its slug alone if only
-- one has it, or by its own domain. None of a tenant that is suspended. The epoch is of the same snapshot, for the cache.
create or replace function facet_find_data_target(p_tenant_id bigint, p_slug text, p_domain text)
returns table (tenant_id bigint, deployment_id bigint, environment_id bigint, slug text, embed_without_policy text, api_secret_sealed bytea, epoch bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
#variable_conflict use_column
declare
  found public.deployments[];
begin
  found := case
    when p_tenant_id is not null then array(select d from public.deployments d where d.tenant_id = p_tenant_id and d.slug = p_slug)
    when p_slug is not null then array(
      select d from public.environments n join public.deployments d on d.tenant_id = n.tenant_id and d.id = n.deployment_id
      where n.type = 'production' and n.slug = p_slug limit 2)
    else array(select d from public.deployments d where lower(d.custom_domain) = lower(p_domain)) end;
  if cardinality(found) <> 1 then return; end if;
  return query
    select t.id, found[1].id, n.id, found[1].slug, found[1].embed_without_policy, v.value_sealed, e.epoch
    from public.revocation_epoch e
    join public.tenants t on t.id = found[1].tenant_id and t.suspended_at is null
    join public.environments n on n.tenant_id = t.id and n.deployment_id = found[1].id and n.type = 'production'
    left join public.env_variables v on v.tenant_id = t.id and v.deployment_id = found[1].id and v.name = 'CUBEJS_API_SECRET';
end $$;
call facet_protect_function('facet_find_data_target(bigint, text, text)', 'facet_service');
