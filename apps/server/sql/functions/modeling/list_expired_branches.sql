-- Branches whose time is over, over all tenants, longest first.
create or replace function facet_list_expired_branches(p_limit int) returns table (tenant_id bigint, deployment_id bigint, id bigint, name text) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select b.tenant_id, b.deployment_id, b.id, b.name from public.branches b where b.expires_at < now() order by b.expires_at limit p_limit $$;
call facet_protect_function('facet_list_expired_branches(int)', 'facet_service');
