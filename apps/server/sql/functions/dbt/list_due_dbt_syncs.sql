-- Open syncs whose workflow is not noted as started, as many as live workers have room for, tenants in turns: what a tenant has running counts as
-- turns it had, and of those that have had as many the one comes first whose last run began the longest ago. Of one branch the oldest alone, so
-- that two runs never write it at once; of those that pushes to one repository started the oldest alone too, so that the next takes in all that
-- is pushed meanwhile. None of tenants that are suspended.
create or replace function facet_list_due_dbt_syncs(p_per_worker int, p_limit int)
returns table (tenant_id bigint, deployment_id bigint, id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with open as (
    select s.tenant_id, s.deployment_id, s.id, s.branch_name, s.trigger, s.workflow_started_at is not null as is_running
    from public.dbt_syncs s where s.closed_at is null and s.lost_at is null
  ), running as (
    select o.tenant_id, count(*) as held from open o where o.is_running group by o.tenant_id
  ), workers as (
    select count(*) as live from public.nodes n where 'worker' = any (n.roles) and n.seen_at > now() - interval '1 minute'
  ), served as (
    select w.tenant_id, (
      select e.workflow_started_at from public.dbt_syncs e
      where e.tenant_id = w.tenant_id and e.workflow_started_at is not null order by e.id desc limit 1) as last_at
    from (select distinct o.tenant_id from open o where not o.is_running) w
  ), waiting as (
    select o.tenant_id, o.deployment_id, o.id,
      coalesce(r.held, 0) + row_number() over (partition by o.tenant_id order by o.id) as turn, l.last_at
    from open o
    join served l on l.tenant_id = o.tenant_id
    join public.tenants t on t.id = o.tenant_id and t.suspended_at is null
    left join running r on r.tenant_id = o.tenant_id
    where not o.is_running and not exists (
      select from public.dbt_syncs e where e.tenant_id = o.tenant_id and e.deployment_id = o.deployment_id
        and (e.branch_name = o.branch_name or (e.trigger = 'webhook' and o.trigger = 'webhook'))
        and e.id < o.id and e.closed_at is null and e.lost_at is null)
  )
  select w.tenant_id, w.deployment_id, w.id from waiting w
  order by w.turn, w.last_at nulls first, w.id
  limit least(p_limit, greatest(0, p_per_worker * greatest(1, (select live from workers)) - (select coalesce(sum(held), 0) from running)))
$$;
call facet_protect_function('facet_list_due_dbt_syncs(int, int)', 'facet_service');
