-- Open syncs that were started and have not said anything for so many seconds, the longest silent first.
create or replace function facet_list_silent_dbt_syncs(p_seconds int, p_limit int)
returns table (tenant_id bigint, deployment_id bigint, id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.tenant_id, s.deployment_id, s.id
  from public.dbt_syncs s
  where s.closed_at is null and s.lost_at is null and s.workflow_started_at is not null
    and s.updated_at < now() - make_interval(secs => p_seconds) and s.workflow_started_at < now() - make_interval(secs => p_seconds)
  order by s.updated_at, s.id limit p_limit
$$;
call facet_protect_function('facet_list_silent_dbt_syncs(int, int)', 'facet_service');
