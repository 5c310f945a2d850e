-- Every reaction to the event is done: it goes, and the next of its subject is due. False when the claim is not the holder's any more.
create or replace function facet_complete_event(p_tenant_id bigint, p_id bigint, p_token uuid)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  done_subject text;
begin
  delete from public.outbox_events o where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token returning o.subject into done_subject;
  if not found then return false; end if;
  -- Also where it is due already: whoever looks at it right now may still see the one that goes, and be about to put it off.
  update public.outbox_events o set due_at = now()
  where o.tenant_id = p_tenant_id and o.dead_at is null and o.claim_token is null and o.id = (
    select n.id from public.outbox_events n where n.tenant_id = p_tenant_id and n.subject = done_subject order by n.id limit 1);
  return true;
end $$;
call facet_protect_function('facet_complete_event(bigint, bigint, uuid)', 'facet_service');
