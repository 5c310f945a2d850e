-- The lock of one catalog, alone.
create or replace function facet_lock_catalog(p_tenant_id bigint, p_scope bigint) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_lock_catalogs(array[p_tenant_id], array[p_scope]);
end $$;
call facet_protect_function('facet_lock_catalog(bigint, bigint)', 'facet_service', 'facet_function');
