-- The process stops before the reaction is done: another may claim the event at once, and the attempt does not count.
create or replace function facet_release_event(p_tenant_id bigint, p_id bigint, p_token uuid)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.outbox_events o set claim_token = null, attempts = o.attempts - 1, due_at = now()
  where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token;
  return found;
end $$;
call facet_protect_function('facet_release_event(bigint, bigint, uuid)', 'facet_service');
