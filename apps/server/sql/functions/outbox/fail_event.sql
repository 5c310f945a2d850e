-- A reaction failed: the event is due again in so many seconds, or dead when that is null. False when the claim is not the holder's any more.
create or replace function facet_fail_event(p_tenant_id bigint, p_id bigint, p_token uuid, p_error text, p_retry_seconds int)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.outbox_events o set claim_token = null, last_error = p_error,
    due_at = now() + make_interval(secs => coalesce(p_retry_seconds, 0)), dead_at = case when p_retry_seconds is null then now() end
  where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token;
  return found;
end $$;
call facet_protect_function('facet_fail_event(bigint, bigint, uuid, text, int)', 'facet_service');
