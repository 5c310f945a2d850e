-- In one transaction, so that there is never a moment without an active key.
create or replace function facet_activate_encryption_key(p_id bigint) returns void language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  update public.encryption_keys set state = 'retired', retired_at = now() where state = 'active' and id <> p_id;
  update public.encryption_keys set state = 'active', activated_at = now() where id = p_id;
end $$;
call facet_protect_function('facet_activate_encryption_key(bigint)', 'facet_service');
