-- Whether a push notice may be believed, before anything else of the deployment is looked at.
create or replace function facet_find_webhook(p_tenant_id bigint, p_deployment_id bigint, p_token_hash bytea) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.repository_remotes r where r.tenant_id = p_tenant_id and r.deployment_id = p_deployment_id and r.webhook_token_hash = p_token_hash)
$$;
call facet_protect_function('facet_find_webhook(bigint, bigint, bytea)', 'facet_service');
