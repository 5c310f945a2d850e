-- An API key by its hash, with its owner and what the owner may do; the epoch is of the same snapshot, for the cache.
-- facet: after access/principal_grants
create or replace function facet_find_credential(p_tenant_id bigint, p_secret_hash bytea)
returns table (
  api_key_id bigint, expires_at timestamptz, scope jsonb, principal_id bigint, principal_kind text, principal_name text, grants jsonb, epoch bigint
) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select k.id, k.expires_at, k.scope, p.id, p.kind, p.name,
    public.facet_principal_grants(k.tenant_id, k.principal_id),
    e.epoch
  from public.revocation_epoch e
  join public.api_keys k on k.tenant_id = p_tenant_id and k.secret_hash = p_secret_hash
  join public.principals p on p.tenant_id = k.tenant_id and p.id = k.principal_id and not p.is_deactivated
  where k.expires_at is null or k.expires_at > now()
$$;
call facet_protect_function('facet_find_credential(bigint, bytea)', 'facet_service');
