-- A token for the data API by its hash, and whether it still holds: it ends with its own time, with the key it was made with and that key's
-- owner, or with the grant of the session it was made for. What has ended stays ended: of a key's it asks the watermarks as the rule of
-- sessions does, so an owner who is deactivated and activated again does not bring it back. The epoch is of the same snapshot, for the cache.
-- Not language sql: that would be planned anew for every call, and the rule of grants is only for those that have one.
-- facet: after embed/find_grant
-- facet: after access/principal_grants
create or replace function facet_find_data_token(p_tenant_id bigint, p_secret_hash bytea)
returns table (id bigint, state text, kind text, deployment_id bigint, environment_id bigint, scopes text[], context_sealed bytea, principal_id bigint,
  principal_name text, grant_bucket int, grant_id bigint, grant_user_id bigint, is_internal_grant boolean, role_grants jsonb, remaining_ms bigint, epoch bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  t public.data_tokens;
  grant_state text := 'valid';
  grant_remaining_ms bigint;
  grant_user bigint;
  internal_user boolean;
begin
  select d.* into t from public.data_tokens d where d.tenant_id = p_tenant_id and d.secret_hash = p_secret_hash;
  if not found then return; end if;
  if t.grant_id is not null then
    select f.state, f.remaining_ms, f.user_id, f.is_internal into grant_state, grant_remaining_ms, grant_user, internal_user
      from public.facet_find_grant(t.tenant_id, t.grant_bucket, t.grant_id) f;
  end if;
  return query
    select t.id,
      case
        when t.grant_id is not null and coalesce(grant_state, 'revoked') <> 'valid' then coalesce(grant_state, 'revoked')
        when t.grant_id is null and (k.id is null or coalesce(p.is_deactivated, true) or exists (
          select from unnest(array['tenant', 'deployment', 'key', 'owner'], array[0, t.deployment_id, t.key_id, t.principal_id]) as stands(kind, id)
          join public.embed_watermarks w on w.tenant_id = t.tenant_id and w.kind = stands.kind and w.subject_id = stands.id
            and w.revoked_before >= t.created_at)) then 'revoked'
        when least(t.expires_at, k.expires_at) <= clock_timestamp() then 'expired'
        else 'valid' end,
      t.kind, t.deployment_id, t.environment_id, t.scopes, t.context_sealed, t.principal_id, p.name, t.grant_bucket, t.grant_id, grant_user, internal_user,
      public.facet_principal_grants(t.tenant_id, t.principal_id),
      least((extract(epoch from least(t.expires_at, k.expires_at) - clock_timestamp()) * 1000)::bigint, grant_remaining_ms), e.epoch
    from public.revocation_epoch e
    left join public.api_keys k on k.tenant_id = t.tenant_id and k.id = t.key_id
    left join public.principals p on p.tenant_id = t.tenant_id and p.id = k.principal_id and p.id = t.principal_id;
end $$;
call facet_protect_function('facet_find_data_token(bigint, bytea)', 'facet_service');
