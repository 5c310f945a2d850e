-- The keys that sign or still verify tokens of a tenant, with the epoch of the same snapshot for the cache.
create or replace function facet_list_signing_keys(p_tenant_id bigint)
returns table (id bigint, state text, public_jwk jsonb, private_sealed bytea, epoch bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select k.id, k.state, k.public_jwk, k.private_sealed, r.epoch
  from public.revocation_epoch r left join public.embed_signing_keys k on k.tenant_id = p_tenant_id
    and (k.state <> 'retired' or k.retired_at > now() - public.facet_token_lifetime() - interval '1 hour')
  order by k.id
$$;
call facet_protect_function('facet_list_signing_keys(bigint)', 'facet_service');
