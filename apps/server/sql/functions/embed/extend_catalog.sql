-- For those who add to a catalog or change its texts: one at a time, beside any number who use it.
create or replace function facet_extend_catalog(p_tenant_id bigint, p_scope bigint) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_use_catalog(p_tenant_id, p_scope);
  perform pg_advisory_xact_lock(hashint8extended(p_tenant_id, -1 - p_scope));
end $$;
call facet_protect_function('facet_extend_catalog(bigint, bigint)', 'facet_service', 'facet_function');
