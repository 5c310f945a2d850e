-- The lock of a catalog: shared by those who use what is in it, alone for those who take something from it. From the top down, each
-- holds the locks above its own shared: that of all catalogs (0, 0), that of the tenant, which is the tenant-wide catalog's, and
-- that of the embed tenant. An advisory lock queues fairly: with row locks a stream of overlapping readers would keep a writer
-- out for ever.
create or replace function facet_use_catalog(p_tenant_id bigint, p_scope bigint) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(hashint8extended(0, 0));
  perform pg_advisory_xact_lock_shared(hashint8extended(p_tenant_id, 0));
  if p_scope > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(p_tenant_id, p_scope)); end if;
end $$;
call facet_protect_function('facet_use_catalog(bigint, bigint)', 'facet_service', 'facet_function');
