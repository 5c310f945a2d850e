-- A page behind the last one seen, in turn: the longest due of every tenant first, then the next of each. Within a turn the tenants come first
-- that were not tried, then those in p_tried from its beginning. None of tenants that are suspended. Whose they are to try is not known here,
-- so nothing but the end of the list ends it.
create or replace function facet_list_due_pushes(p_limit int, p_after_turn bigint, p_after_place bigint, p_after timestamptz, p_after_id bigint, p_tried bigint[], p_without bigint[])
returns table (tenant_id bigint, deployment_id bigint, id bigint, name text, turn bigint, place bigint, due_at text, is_unreachable boolean) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.tenant_id, p.deployment_id, p.branch_id, b.name, p.turn, p.place, p.next_attempt_at::text, p.is_unreachable
  from (
    select d.tenant_id, d.deployment_id, d.branch_id, d.next_attempt_at, coalesce(d.cause = 'remote_unreachable', false) as is_unreachable,
      row_number() over (partition by d.tenant_id order by d.next_attempt_at, d.branch_id) as turn, coalesce(r.place, 0) as place
    from public.remote_pushes d
    join public.tenants t on t.id = d.tenant_id and t.suspended_at is null
    left join unnest(p_tried) with ordinality r(tenant_id, place) on r.tenant_id = d.tenant_id
    where d.state = 'pending' and d.next_attempt_at < now() and d.tenant_id <> all (p_without)
  ) p
  join public.branches b on b.tenant_id = p.tenant_id and b.deployment_id = p.deployment_id and b.id = p.branch_id
  where (p.turn, p.place, p.next_attempt_at, p.branch_id) > (p_after_turn, p_after_place, p_after, p_after_id)
  order by p.turn, p.place, p.next_attempt_at, p.branch_id limit p_limit
$$;
call facet_protect_function('facet_list_due_pushes(int, bigint, bigint, timestamptz, bigint, bigint[], bigint[])', 'facet_service');
