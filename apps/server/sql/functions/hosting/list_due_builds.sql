-- Open builds whose workflow is not noted as started, tenants in turns: of each environment the newest. None of tenants that are suspended.
-- One that is worked on already is among them when whoever started it died before noting it; starting it again finds it running. So each
-- open build is here or among the silent ones, whatever becomes of its workflow.
create or replace function facet_list_due_builds(p_limit int)
returns table (tenant_id bigint, deployment_id bigint, environment_id bigint, id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select q.tenant_id, q.deployment_id, q.environment_id, q.id
  from (
    select n.tenant_id, n.deployment_id, n.environment_id, n.id, row_number() over (partition by n.tenant_id order by n.id) as turn
    from (
      select distinct on (b.tenant_id, b.environment_id) b.tenant_id, b.deployment_id, b.environment_id, b.id
      from public.builds b
      where b.status in ('queued', 'building', 'warmup') and b.workflow_started_at is null
      order by b.tenant_id, b.environment_id, b.id desc
    ) n
    join public.tenants t on t.id = n.tenant_id and t.suspended_at is null
  ) q
  order by q.turn, q.id limit p_limit
$$;
call facet_protect_function('facet_list_due_builds(int)', 'facet_service');
