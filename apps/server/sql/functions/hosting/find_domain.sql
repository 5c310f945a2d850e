-- The deployment that has a domain, for the operator, who settles to whom it belongs.
create or replace function facet_find_domain(p_domain text)
returns table (tenant_id bigint, deployment_id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select d.tenant_id, d.id from public.deployments d where lower(d.custom_domain) = lower(p_domain) $$;
call facet_protect_function('facet_find_domain(text)', 'facet_service');
