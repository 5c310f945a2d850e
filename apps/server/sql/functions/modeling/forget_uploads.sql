-- Removes uploads that were never finished, some at a time.
create or replace function facet_forget_uploads(p_limit int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.uploads u using (select o.tenant_id, o.deployment_id, o.id from public.uploads o where o.expires_at < now() limit p_limit for update skip locked) due
  where u.tenant_id = due.tenant_id and u.deployment_id = due.deployment_id and u.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end $$;
call facet_protect_function('facet_forget_uploads(int)', 'facet_service');
