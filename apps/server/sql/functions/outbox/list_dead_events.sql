-- A page of the events that were given up, of all tenants, with how many of the same subject wait behind each, up to a thousand.
create or replace function facet_list_dead_events(p_after_id bigint, p_limit int)
returns table (tenant_id bigint, tenant_name text, id bigint, kind text, subject text, attempts int, created_at timestamptz, dead_at timestamptz,
  last_error text, waiting_behind int)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d.tenant_id, t.name, d.id, d.kind, d.subject, d.attempts, d.created_at, d.dead_at, d.last_error,
    (select count(*)::int from (select from public.outbox_events w
      where w.tenant_id = d.tenant_id and w.subject = d.subject and w.id > d.id limit 1000) waiting)
  from public.outbox_events d join public.tenants t on t.id = d.tenant_id
  where d.dead_at is not null and d.id > p_after_id order by d.id limit p_limit
$$;
call facet_protect_function('facet_list_dead_events(bigint, int)', 'facet_service');
