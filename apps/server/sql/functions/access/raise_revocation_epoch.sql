-- Raises the revocation epoch and tells every process, in the transaction of the change it stands for.
create or replace function facet_raise_revocation_epoch() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  raised bigint;
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  update public.revocation_epoch set epoch = epoch + 1 returning epoch into raised;
  perform pg_notify('facet_revocation', jsonb_build_object('epoch', raised, 'tenantId', coalesce(changed -> 'tenant_id', changed -> 'id'))::text);
  return null;
end $$;
call facet_protect_function('facet_raise_revocation_epoch()', 'facet_service');
