-- The collector: claims what is due, removes it from the store, then forgets it.
create or replace function facet_claim_unreferenced_objects(p_limit int) returns table (tenant_id bigint, key text) language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  update public.unreferenced_objects l set is_claimed = true
  from (select o.tenant_id, o.key from public.unreferenced_objects o where o.due_at < now() order by o.due_at limit p_limit for update skip locked) due
  where l.tenant_id = due.tenant_id and l.key = due.key
  returning l.tenant_id, l.key
$$;
call facet_protect_function('facet_claim_unreferenced_objects(int)', 'facet_service');
