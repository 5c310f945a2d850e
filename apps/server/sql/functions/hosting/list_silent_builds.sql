-- Builds that were started and have not said anything for so many seconds, the longest silent first: their workflow may have ended without an outcome.
create or replace function facet_list_silent_builds(p_seconds int, p_limit int)
returns table (tenant_id bigint, deployment_id bigint, environment_id bigint, id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select b.tenant_id, b.deployment_id, b.environment_id, b.id
  from public.builds b
  where b.status in ('queued', 'building', 'warmup') and b.workflow_started_at is not null
    and greatest(b.updated_at, b.workflow_started_at) < now() - make_interval(secs => p_seconds)
  order by greatest(b.updated_at, b.workflow_started_at), b.id limit p_limit
$$;
call facet_protect_function('facet_list_silent_builds(int, int)', 'facet_service');
