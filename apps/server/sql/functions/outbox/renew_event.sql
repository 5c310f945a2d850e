-- Holds a claimed event for longer, while the reaction to it is under way. False when the claim is not the holder's any more.
create or replace function facet_renew_event(p_tenant_id bigint, p_id bigint, p_token uuid, p_lease_seconds int)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.outbox_events o set due_at = now() + make_interval(secs => p_lease_seconds)
  where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token;
  return found;
end $$;
call facet_protect_function('facet_renew_event(bigint, bigint, uuid, int)', 'facet_service');
