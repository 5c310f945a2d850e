-- Events to react to, of the tenants behind p_after_tenant_id in turn: a few of each, so that one with many keeps nobody waiting.
-- Answers with the tenant that was looked at last, from where to go on, or 0 when there is none behind it.
create or replace function facet_claim_events(
  p_kinds text[], p_token uuid, p_after_tenant_id bigint, p_except_tenant_ids bigint[], p_limit int, p_limit_per_tenant int,
  p_lease_seconds int, p_max_attempts int)
returns table (after_tenant_id bigint, events jsonb) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  max_tenants constant int := 500;
  tenant bigint := p_after_tenant_id;
begin
  events := '[]';
  for visited in 1 .. max_tenants loop
    exit when jsonb_array_length(events) >= p_limit;
    select e.tenant_id into tenant from public.outbox_events e where e.tenant_id > tenant and e.dead_at is null order by e.tenant_id limit 1;
    exit when tenant is null;
    continue when tenant = any (p_except_tenant_ids);
    events := events || public.facet_claim_events_of(
      p_tenant_id => tenant, p_kinds => p_kinds, p_token => p_token,
      p_limit => least(p_limit_per_tenant, p_limit - jsonb_array_length(events)),
      p_lease_seconds => p_lease_seconds, p_max_attempts => p_max_attempts);
  end loop;
  after_tenant_id := coalesce(tenant, 0);
  return next;
end $$;
call facet_protect_function('facet_claim_events(text[], uuid, bigint, bigint[], int, int, int, int)', 'facet_service');
