-- Data keys still wrapped by another encryption key than the named one: what a rotation has left to do.
create or replace function facet_list_data_keys_to_rewrap(p_encryption_key_id bigint, p_limit int)
returns table (tenant_id bigint, id bigint, encryption_key_id bigint, wrapped bytea) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d.tenant_id, d.id, d.encryption_key_id, d.wrapped from public.data_keys d where d.encryption_key_id <> p_encryption_key_id limit p_limit
$$;
call facet_protect_function('facet_list_data_keys_to_rewrap(bigint, int)', 'facet_service');
