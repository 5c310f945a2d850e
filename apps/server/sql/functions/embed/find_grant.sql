-- A grant, what its token says, and whether it still holds, with the epoch of the same snapshot for the cache.
create or replace function facet_find_grant(p_tenant_id bigint, p_bucket int, p_id bigint)
returns table (state text, token_id bytea, deployment_id bigint, user_id bigint, is_internal boolean, embed_tenant_id bigint, is_creator_mode boolean,
  identity jsonb, document jsonb, issued_at_seconds bigint, expires_at_seconds bigint, remaining_ms bigint, epoch bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off
as $$
#variable_conflict use_variable
declare
  partition regclass := coalesce(to_regclass('public.embed_grants_' || p_bucket), 'public.embed_grants_default'::regclass);
  g public.embed_grants;
begin
  execute format('select (g::public.embed_grants).* from %s g where g.tenant_id = $1 and g.bucket = $2 and g.id = $3', partition) into g using p_tenant_id, p_bucket, p_id;
  return query
    select v.state, g.token_id, g.deployment_id, g.user_id, g.is_internal, g.embed_tenant_id, g.is_creator_mode, g.identity, g.document,
      floor(extract(epoch from g.issued_at))::bigint, floor(extract(epoch from g.expires_at))::bigint,
      (extract(epoch from least(g.expires_at, v.key_expires_at) - clock_timestamp()) * 1000)::bigint, r.epoch
    from public.revocation_epoch r
    cross join lateral public.facet_judge_embedding(p_is_exchanged => true, p_tenant_id => g.tenant_id, p_session_id => g.id,
      p_deployment_id => g.deployment_id, p_user_id => g.user_id, p_is_internal => g.is_internal, p_embed_tenant_id => g.embed_tenant_id,
      p_api_key_id => g.api_key_id, p_group_ids => g.group_ids, p_minted_at => g.minted_at, p_expires_at => g.expires_at,
      p_restore_epoch => g.restore_epoch) v
    where g.id is not null;
end $$;
call facet_protect_function('facet_find_grant(bigint, int, bigint)', 'facet_service');
