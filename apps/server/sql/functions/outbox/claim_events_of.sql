-- The longest due events of one tenant, each the first of its subject. One that waits behind another is put off, so that however many of
-- them there are, a call looks at few; whoever completes the one before makes it due. An event that was claimed as often as it may be is
-- dead: each of its processes ended before it could say what was wrong.
create or replace function facet_claim_events_of(p_tenant_id bigint, p_kinds text[], p_token uuid, p_limit int, p_lease_seconds int, p_max_attempts int)
returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  max_candidates constant int := 100;
  put_off constant interval := interval '5 minutes';
  claimed jsonb := '[]';
  candidate record;
begin
  for candidate in
    select e.id, e.kind, e.subject, e.payload, e.attempts
    from unnest(p_kinds) k (kind) cross join lateral (
      select o.id, o.kind, o.subject, o.payload, o.attempts, o.due_at from public.outbox_events o
      where o.tenant_id = p_tenant_id and o.kind = k.kind and o.dead_at is null and o.due_at <= now()
      order by o.due_at, o.id limit max_candidates for update skip locked) e
    order by e.due_at, e.id limit max_candidates
  loop
    exit when jsonb_array_length(claimed) >= p_limit;
    if exists (select from public.outbox_events o where o.tenant_id = p_tenant_id and o.subject = candidate.subject and o.id < candidate.id) then
      update public.outbox_events o set due_at = now() + put_off where o.tenant_id = p_tenant_id and o.id = candidate.id;
    elsif candidate.attempts >= p_max_attempts then
      update public.outbox_events o set dead_at = now(), claim_token = null,
        last_error = case when o.claim_token is null then o.last_error else 'The process ended, or lost its connections, while it reacted.' end
      where o.tenant_id = p_tenant_id and o.id = candidate.id;
    else
      update public.outbox_events o set claim_token = p_token, attempts = o.attempts + 1, due_at = now() + make_interval(secs => p_lease_seconds)
      where o.tenant_id = p_tenant_id and o.id = candidate.id;
      claimed := claimed || jsonb_build_object('tenantId', p_tenant_id, 'id', candidate.id, 'kind', candidate.kind,
        'subject', candidate.subject, 'payload', candidate.payload, 'attempts', candidate.attempts + 1);
    end if;
  end loop;
  return claimed;
end $$;
call facet_protect_function('facet_claim_events_of(bigint, text[], uuid, int, int, int)');
