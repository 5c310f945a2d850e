-- Nothing happens to a data key that another encryption key wraps by now.
create or replace function facet_rewrap_data_key(p_tenant_id bigint, p_id bigint, p_from bigint, p_to bigint, p_wrapped bytea) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  update public.data_keys set encryption_key_id = p_to, wrapped = p_wrapped where tenant_id = p_tenant_id and id = p_id and encryption_key_id = p_from
$$;
call facet_protect_function('facet_rewrap_data_key(bigint, bigint, bigint, bigint, bytea)', 'facet_service');
