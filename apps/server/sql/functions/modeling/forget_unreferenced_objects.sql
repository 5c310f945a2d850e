-- Takes objects that were removed from the store off the list; one that was taken meanwhile is not claimed any more and stays.
create or replace function facet_forget_unreferenced_objects(p_tenant_ids bigint[], p_keys text[]) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.unreferenced_objects l using unnest(p_tenant_ids, p_keys) g(tenant_id, key)
  where l.tenant_id = g.tenant_id and l.key = g.key and l.is_claimed;
  get diagnostics gone = row_count;
  return gone;
end $$;
call facet_protect_function('facet_forget_unreferenced_objects(bigint[], text[])', 'facet_service');
